//! `--reading`: how the machine reads doubtful points of Zillions rules files.

use super::Failure;
use crate::zrf::readings::Readings;

#[derive(clap::Args, Debug, Clone, Default)]
pub(super) struct ReadingArgs {
    /// Read a doubtful point of a Zillions rules file in another way (docs/zrf-language.md lists them); may be repeated
    #[arg(long = "reading", value_name = "Qn=VALUE")]
    readings: Vec<String>,
}

impl ReadingArgs {
    /// The readings that are chosen.
    pub(super) fn readings(&self) -> Result<Readings, Failure> {
        let mut readings = Readings::default();
        for text in &self.readings {
            readings.choose(text).map_err(|error| Failure(format!("--reading: {error}")))?;
        }
        Ok(readings)
    }
}
