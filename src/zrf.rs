//! Zillions rules files.
