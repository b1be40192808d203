//! What is left of a file after its macros: trees that share their branches,
//! and forms, which walk over them and know how they came to be.
//!
//! An expansion is stored once for equal calls ([`Call::body`] is shared), so a
//! file that expands to millions of elements stays small in memory. What a
//! shared branch can't know, by which calls it was reached, a [`Form`] collects
//! on its way down; that is how a finding names both definition and call.

use std::rc::Rc;

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// A word, string or list after macro expansion.
#[derive(Debug, Clone)]
pub struct Tree {
    /// Where it stands in a file. For a word that was `$n`, the place of `$n`.
    pub span: Span,
    /// `n` where the tree was the macro argument `$n`, else 0.
    pub argument: u16,
    /// What it is.
    pub kind: TreeKind,
}

/// The three kinds of [`Tree`].
#[derive(Debug, Clone)]
pub enum TreeKind {
    /// A word.
    Word(Rc<str>),
    /// The raw text of a string.
    Str(Rc<str>),
    /// A list.
    List(Rc<List>),
}

/// The elements of a list, with what the expander needs to keep its limits.
#[derive(Debug)]
pub struct List {
    /// The elements.
    pub items: Box<[Item]>,
    /// Number of elements, inner lists with their contents.
    pub size: u64,
    /// Levels of lists below this one.
    pub depth: u32,
}

/// An element of a list: a tree, or a macro call that stands for several.
#[derive(Debug, Clone)]
pub enum Item {
    /// One element.
    Tree(Tree),
    /// The elements that a macro call expands to.
    Call(Rc<Call>),
}

/// A macro call and what it expands to.
#[derive(Debug)]
pub struct Call {
    /// Name of the macro.
    pub name: Rc<str>,
    /// Where the call stands.
    pub span: Span,
    /// Where the name stands in the definition.
    pub definition: Span,
    /// Where the arguments stand, from `$1`, each with the number of the outer
    /// argument that it is, else 0.
    pub arguments: Rc<[(Span, u16)]>,
    /// The expansion, shared by equal calls.
    pub body: Rc<[Item]>,
    /// Number of elements in the expansion, lists with their contents.
    pub size: u64,
    /// Levels of lists in the expansion.
    pub depth: u32,
}

/// The macro calls through which a form was reached, innermost first.
#[derive(Debug, Clone, Default)]
pub struct Trace(Option<Rc<Frame>>);

#[derive(Debug)]
struct Frame {
    call: Rc<Call>,
    outer: Trace,
}

impl Trace {
    fn enter(&self, call: &Rc<Call>) -> Trace {
        Trace(Some(Rc::new(Frame { call: call.clone(), outer: self.clone() })))
    }

    /// The calls, innermost first.
    pub fn calls(&self) -> impl Iterator<Item = &Call> {
        std::iter::successors(self.0.as_deref(), |frame| frame.outer.0.as_deref()).map(|f| &*f.call)
    }

    /// The text that stands for an element: its place, and the calls around
    /// that place. An argument is written outside the call that it is given to.
    fn resolve(&self, mut span: Span, mut argument: u16) -> (Span, Trace) {
        let mut trace = self;
        while let (Some(n), Some(frame)) = ((argument as usize).checked_sub(1), trace.0.as_deref()) {
            let Some(&(outer_span, outer_argument)) = frame.call.arguments.get(n) else { break };
            (span, argument) = (outer_span, outer_argument);
            trace = &frame.outer;
        }
        (span, trace.clone())
    }
}

/// A tree together with the calls through which it was reached.
#[derive(Debug, Clone)]
pub struct Form {
    tree: Tree,
    trace: Trace,
}

impl Form {
    /// The forms of an item sequence at the top of a file.
    pub fn top(items: &[Item]) -> Vec<Form> {
        let mut out = Vec::new();
        flatten(items, &Trace::default(), &mut out);
        out
    }

    /// The word, if it is one.
    pub fn word(&self) -> Option<&Rc<str>> {
        match &self.tree.kind {
            TreeKind::Word(word) => Some(word),
            _ => None,
        }
    }

    /// The raw text, if it is a string.
    pub fn string(&self) -> Option<&Rc<str>> {
        match &self.tree.kind {
            TreeKind::Str(text) => Some(text),
            _ => None,
        }
    }

    /// Whether it is a list.
    pub fn is_list(&self) -> bool {
        matches!(self.tree.kind, TreeKind::List(_))
    }

    /// The elements of a list, calls replaced by what they expand to; empty for words and strings.
    pub fn items(&self) -> Vec<Form> {
        let mut out = Vec::new();
        if let TreeKind::List(list) = &self.tree.kind {
            flatten(&list.items, &self.inner_trace(), &mut out);
        }
        out
    }

    fn inner_trace(&self) -> Trace {
        self.trace.resolve(self.tree.span, self.tree.argument).1
    }

    /// The first word of a list.
    pub fn head(&self) -> Option<Rc<str>> {
        self.first()?.word().cloned()
    }

    /// The first element of a list.
    pub fn first(&self) -> Option<Form> {
        let TreeKind::List(list) = &self.tree.kind else { return None };
        first(&list.items, &self.inner_trace())
    }

    /// Where the text stands: an argument where it is written, all else where
    /// it stands in the macro's definition.
    pub fn span(&self) -> Span {
        self.trace.resolve(self.tree.span, self.tree.argument).0
    }

    /// A finding at this form that names the macro calls which led here.
    pub fn finding(&self, code: Code, message: impl Into<String>) -> Diagnostic {
        let span = self.span();
        let mut finding = Diagnostic::new(code, span, message);
        for call in self.trace.calls() {
            let encloses =
                call.span.file == span.file && call.span.start <= span.start && span.end <= call.span.end;
            if finding.labels.len() == MAX_CALL_LABELS {
                break;
            }
            if !encloses {
                finding = finding.label(call.span, format!("in this call of the macro `{}`", call.name));
            }
        }
        finding
    }
}

/// A finding names this many enclosing macro calls at the most.
const MAX_CALL_LABELS: usize = 4;

fn flatten(items: &[Item], trace: &Trace, out: &mut Vec<Form>) {
    for item in items {
        match item {
            Item::Tree(tree) => out.push(Form { tree: tree.clone(), trace: trace.clone() }),
            Item::Call(call) => {
                stacker::maybe_grow(64 * 1024, 1024 * 1024, || flatten(&call.body, &trace.enter(call), out));
            }
        }
    }
}

fn first(items: &[Item], trace: &Trace) -> Option<Form> {
    items.iter().find_map(|item| match item {
        Item::Tree(tree) => Some(Form { tree: tree.clone(), trace: trace.clone() }),
        Item::Call(call) => {
            stacker::maybe_grow(64 * 1024, 1024 * 1024, || first(&call.body, &trace.enter(call)))
        }
    })
}
