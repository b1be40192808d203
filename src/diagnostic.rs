//! One type for everything that is said about a file.
//!
//! What may enter: the [`Diagnostic`] and the table of [`codes`]. How it is
//! shown (terminal, JSON, …) is the business of [`crate::report`].

pub mod codes;

pub use codes::Code;

use crate::source::Span;

/// How grave a diagnostic is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing, nothing is wrong.
    Note,
    /// Suspicious; the file is played all the same.
    Warning,
    /// The file, or the game concerned, can't be played as written.
    Error,
}

impl Severity {
    /// The word used in every output format.
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// A further place that a diagnostic points to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What is to be seen there.
    pub text: String,
}

/// A change of the text that mends a finding without changing what is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// What is taken away; may be empty.
    pub span: Span,
    /// What is put there; may be empty.
    pub text: String,
}

/// One finding about a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which kind of finding.
    pub code: Code,
    /// How grave. The code has a usual severity; a place may raise or lower it.
    pub severity: Severity,
    /// One sentence for a person, without a full stop.
    pub message: String,
    /// Where. `None` only where there is no text to point to.
    pub span: Option<Span>,
    /// Other places that matter: the macro call, the first definition, …
    pub labels: Vec<Label>,
    /// The way out.
    pub help: Option<String>,
    /// Changes that mend it, all of them together; empty where a person must decide.
    pub edits: Vec<Edit>,
}

impl Diagnostic {
    /// A finding with the usual severity of its code.
    pub fn new(code: Code, span: impl Into<Option<Span>>, message: impl Into<String>) -> Self {
        Diagnostic {
            code,
            severity: code.info().severity,
            message: message.into(),
            span: span.into(),
            labels: Vec::new(),
            help: None,
            edits: Vec::new(),
        }
    }

    /// The same with another severity.
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// The same with a way out.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same with one more change that mends it.
    pub fn edit(mut self, span: Span, text: impl Into<String>) -> Self {
        self.edits.push(Edit { span, text: text.into() });
        self
    }

    /// The same with one more place.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }
}

/// Whether any of the findings is an error.
pub fn any_error(findings: &[Diagnostic]) -> bool {
    findings.iter().any(|d| d.severity == Severity::Error)
}

/// "did you mean …" for a misspelt name, where a candidate is close enough.
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let (lower, length) = (word.to_lowercase(), word.chars().count());
    let allowed = |c: &str| c.chars().count().max(length) / 3;
    candidates
        .into_iter()
        // Names whose lengths differ by more are further apart; most are sorted out by that.
        .filter(|c| *c != word && c.chars().count().abs_diff(length) <= allowed(c))
        .map(|c| (strsim::damerau_levenshtein(&lower, &c.to_lowercase()), c))
        .filter(|(distance, c)| *distance <= allowed(c))
        .min_by(|a, b| a.0.cmp(&b.0).then(a.1.cmp(b.1)))
        .map(|(_, c)| format!("did you mean `{c}`?"))
}
