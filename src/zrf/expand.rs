//! Macro expansion.
//!
//! Two passes: all definitions of the file first, so a macro may be used above
//! its definition (reference 2.8), then every list of the file. A list whose
//! first word names a macro is replaced by the macro's body, spliced into the
//! parent; `$n` stands for the n-th argument, also inside words and strings; an
//! argument that the call lacks is looked up in the enclosing calls (2.6).
//!
//! Equal calls share one expansion. Limits: [`MAX_CALL_DEPTH`],
//! [`MAX_ELEMENTS`], [`MAX_WORK`], [`MAX_WORD`].

use std::cell::Cell;
use std::rc::Rc;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::syntax::{Node, NodeKind};
use super::tree::{Call, Item, List, Tree, TreeKind};
use crate::diagnostic::{Diagnostic, codes};
use crate::source::Span;

/// Calls may be nested this deep.
pub const MAX_CALL_DEPTH: usize = 400;
/// A file may expand to this many elements; the largest real one has 2.9 million.
pub const MAX_ELEMENTS: u64 = 6_000_000;
/// This many elements may be built, shared ones counted once: the largest real file needs 84,000.
pub const MAX_WORK: u64 = 500_000;
/// Lists may be nested this deep after expansion.
pub const MAX_DEPTH: u32 = 2_000;
/// A call may have this many arguments, calls among them expanded.
pub const MAX_ARGUMENTS: usize = 10_000;
/// Bytes in a word or string that holds arguments.
pub const MAX_WORD: usize = 1_000;

/// A macro definition.
struct Macro {
    name_span: Span,
    body: Vec<Node>,
    /// Largest `n` of the `$n` in the body.
    parameters: usize,
    used: Cell<bool>,
}

/// A file without its macros.
pub struct Expanded {
    /// Top-level items.
    pub items: Vec<Item>,
    /// Number of elements, lists with their contents.
    pub size: u64,
    /// What was found on the way.
    pub findings: Vec<Diagnostic>,
    /// Whether a limit cut the expansion short.
    pub stopped: bool,
}

/// Items under construction, with the measures that the limits need.
#[derive(Default)]
struct Sequence {
    items: Vec<Item>,
    size: u64,
    depth: u32,
}

/// Expands the macros of a file. `keywords` are words that a macro's name should not be.
pub fn expand(forms: &[Node], is_keyword: impl Fn(&str) -> bool) -> Expanded {
    let mut findings = Vec::new();
    let mut macros = IndexMap::with_hasher(FxBuildHasher);
    for form in forms {
        collect(form, false, &is_keyword, &mut macros, &mut findings);
    }
    let mut expander = Expander {
        macros: &macros,
        memo: FxHashMap::default(),
        stack: Vec::new(),
        findings,
        work: 0,
        stopped: false,
    };
    let Sequence { items, size, .. } = expander.sequence(forms, None);
    let stopped = expander.stopped;
    // Half a file would only give findings about what is missing.
    let items = if stopped { Vec::new() } else { items };
    let mut findings = expander.findings;
    for (name, m) in macros.iter().filter(|(_, m)| !m.used.get() && !stopped) {
        let message = format!("the macro `{name}` is never used");
        findings.push(
            Diagnostic::new(codes::MACRO_UNUSED, m.name_span, message)
                .help("remove it, or look for a misspelt call"),
        );
    }
    Expanded { items, size, findings, stopped }
}

type Macros = IndexMap<Rc<str>, Macro, FxBuildHasher>;

/// Collects the definitions of a form, also those inside a game (2.14).
fn collect(
    form: &Node,
    inside: bool,
    is_keyword: &impl Fn(&str) -> bool,
    macros: &mut Macros,
    findings: &mut Vec<Diagnostic>,
) {
    let Some(items) = form.list() else { return };
    if form.head() != Some("define") {
        for item in items {
            collect(item, true, is_keyword, macros, findings);
        }
        return;
    }
    let Some((NodeKind::Word(name), name_span)) = items.get(1).map(|n| (&n.kind, n.span)) else {
        findings.push(
            Diagnostic::new(codes::DEFINE_UNNAMED, form.span, "this `define` has no name")
                .help("write (define NAME …) with a plain word as name"),
        );
        return;
    };
    if inside {
        findings.push(
            Diagnostic::new(codes::DEFINE_IN_GAME, form.span, "this `define` stands inside another form")
                .help("it is read as if it stood at the top level; move it there"),
        );
    }
    if is_keyword(name) {
        let message = format!("the macro `{name}` has the name of a keyword");
        findings.push(
            Diagnostic::new(codes::MACRO_KEYWORD, name_span, message)
                .help("every list that begins with this word is replaced; choose another name"),
        );
    }
    let body = items[2..].to_vec();
    let parameters = body.iter().map(largest_parameter).max().unwrap_or(0);
    let new = Macro { name_span, body, parameters, used: Cell::new(false) };
    if let Some(old) = macros.insert(name.clone(), new) {
        let message = format!("the macro `{name}` is defined twice");
        findings.push(
            Diagnostic::new(codes::MACRO_REDEFINED, name_span, message)
                .label(old.name_span, "first defined here")
                .help("this later definition holds for the whole file"),
        );
    }
}

fn largest_parameter(node: &Node) -> usize {
    match &node.kind {
        NodeKind::Word(text) | NodeKind::Str(text) => pieces(text)
            .filter_map(|p| if let Piece::Argument(n) = p { Some(n) } else { None })
            .max()
            .unwrap_or(0),
        NodeKind::List(items) => items.iter().map(largest_parameter).max().unwrap_or(0),
    }
}

/// A word cut into plain text and arguments.
enum Piece<'a> {
    Text(&'a str),
    Argument(usize),
}

fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        if let Some(behind) = rest.strip_prefix('$') {
            let digits = behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len());
            if let Ok(n @ 1..=u16::MAX) = behind[..digits].parse::<u16>() {
                rest = &behind[digits..];
                return Some(Piece::Argument(n as usize));
            }
        }
        // A dollar sign without a number is plain text: look for the next one.
        let end = rest.char_indices().skip(1).find(|(_, c)| *c == '$').map_or(rest.len(), |(at, _)| at);
        let (text, behind) = rest.split_at(end);
        rest = behind;
        Some(Piece::Text(text))
    })
}

/// The arguments of a call and the calls around it.
struct Env {
    arguments: Vec<Tree>,
    outer: Option<Rc<Env>>,
    /// Whether an argument was looked up in an outer call.
    leaned: Cell<bool>,
    /// Largest argument number asked for, also by inner calls.
    asked: Cell<usize>,
}

impl Env {
    fn get(&self, n: usize) -> Option<&Tree> {
        self.asked.set(self.asked.get().max(n));
        match self.arguments.get(n - 1) {
            Some(tree) => Some(tree),
            None => {
                self.leaned.set(true);
                self.outer.as_ref()?.get(n)
            }
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum ArgumentKey {
    Word(Rc<str>),
    Str(Rc<str>),
    /// A list, by its address; the memo keeps it alive.
    List(*const List),
}

#[derive(Clone)]
struct Body {
    items: Rc<[Item]>,
    size: u64,
    depth: u32,
}

struct Memo {
    body: Body,
    /// Keeps the lists alive whose addresses are in the key.
    _environment: Rc<Env>,
}

struct Expander<'a> {
    macros: &'a Macros,
    memo: FxHashMap<(usize, Vec<ArgumentKey>), Memo>,
    /// Macros being expanded, outermost first, with the places of the calls and what was given.
    stack: Vec<(usize, Span, Rc<Env>)>,
    findings: Vec<Diagnostic>,
    work: u64,
    stopped: bool,
}

impl Expander<'_> {
    fn sequence(&mut self, nodes: &[Node], env: Option<&Rc<Env>>) -> Sequence {
        let mut out = Sequence { items: Vec::with_capacity(nodes.len()), ..Sequence::default() };
        for node in nodes {
            if self.stopped {
                break;
            }
            if node.head() == Some("define") {
                continue;
            }
            self.work += 1;
            let item = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.node(node, env));
            let (size, depth) = match &item {
                Item::Tree(Tree { kind: TreeKind::List(list), .. }) => {
                    (list.size.saturating_add(1), list.depth + 1)
                }
                Item::Tree(_) => (1, 0),
                // A call counts, too: calls that expand to nothing would double unseen.
                Item::Call(call) => (call.size.saturating_add(1), call.depth),
            };
            out.size = out.size.saturating_add(size);
            out.depth = out.depth.max(depth);
            out.items.push(item);
            if out.size > MAX_ELEMENTS || self.work > MAX_WORK || out.depth > MAX_DEPTH {
                self.too_large(node.span);
            }
        }
        out
    }

    fn too_large(&mut self, span: Span) {
        if std::mem::replace(&mut self.stopped, true) {
            return;
        }
        // The outermost call is the one that its author can change.
        let span = self.stack.first().map_or(span, |(_, call, _)| *call);
        let message = format!("the macros expand to more than {} million elements", MAX_ELEMENTS / 1_000_000);
        self.findings.push(
            Diagnostic::new(codes::EXPANSION_TOO_LARGE, span, message)
                .help("the rest of the file is not read; use loops in the move code instead of macros"),
        );
    }

    fn node(&mut self, node: &Node, env: Option<&Rc<Env>>) -> Item {
        let kind = match &node.kind {
            NodeKind::Word(word) => return Item::Tree(self.word(word, node.span, env)),
            NodeKind::Str(text) => TreeKind::Str(self.interpolate(text, node.span, env)),
            NodeKind::List(nodes) => {
                if let Some(call) = self.call(nodes, node.span, env) {
                    return Item::Call(Rc::new(call));
                }
                let Sequence { items, size, depth } = self.sequence(nodes, env);
                TreeKind::List(Rc::new(List { items: items.into(), size, depth }))
            }
        };
        Item::Tree(Tree { span: node.span, argument: 0, kind })
    }

    /// A word: an argument of any kind where it is `$n` alone, else glued.
    fn word(&mut self, word: &Rc<str>, span: Span, env: Option<&Rc<Env>>) -> Tree {
        if let Some(env) = env
            && let Some(n) = whole_argument(word)
        {
            match env.get(n) {
                Some(tree) => {
                    let own = n <= env.arguments.len();
                    return Tree { span, argument: if own { n as u16 } else { 0 }, kind: tree.kind.clone() };
                }
                None => self.missing_argument(n, span),
            }
            return Tree { span, argument: 0, kind: TreeKind::Word(word.clone()) };
        }
        Tree { span, argument: 0, kind: TreeKind::Word(self.interpolate(word, span, env)) }
    }

    fn missing_argument(&mut self, n: usize, span: Span) {
        let mut finding =
            Diagnostic::new(codes::MACRO_MISSING_ARGUMENT, span, format!("no call gives the argument ${n}"))
                .help(format!("give the macro at least {n} argument{}", if n == 1 { "" } else { "s" }));
        if let Some((index, call, _)) = self.stack.last() {
            let name = self.macros.get_index(*index).map_or("", |(name, _)| name);
            finding = finding.label(*call, format!("in this call of the macro `{name}`"));
        }
        self.findings.push(finding);
    }

    fn interpolate(&mut self, text: &Rc<str>, span: Span, env: Option<&Rc<Env>>) -> Rc<str> {
        let Some(env) = env.filter(|_| text.contains('$')) else { return text.clone() };
        let mut out = String::new();
        for piece in pieces(text) {
            match piece {
                Piece::Text(part) => out.push_str(part),
                Piece::Argument(n) => match env.get(n).map(|tree| &tree.kind) {
                    Some(TreeKind::Word(part) | TreeKind::Str(part)) => out.push_str(part),
                    Some(TreeKind::List(_)) => {
                        let message = format!("the argument ${n} is a list and can't be part of `{text}`");
                        self.findings.push(
                            Diagnostic::new(codes::MACRO_LIST_IN_WORD, span, message)
                                .help("give a plain word"),
                        );
                    }
                    None => {
                        self.missing_argument(n, span);
                        out.push_str(&format!("${n}"));
                    }
                },
            }
        }
        if out.len() > MAX_WORD.max(text.len()) {
            if !std::mem::replace(&mut self.stopped, true) {
                let message = format!("a word grows to more than {MAX_WORD} characters");
                self.findings.push(
                    Diagnostic::new(codes::EXPANSION_TOO_LARGE, span, message)
                        .help("the rest of the file is not read"),
                );
            }
            return text.clone();
        }
        out.into()
    }

    /// The expansion of a list, if its first word names a macro.
    fn call(&mut self, nodes: &[Node], span: Span, env: Option<&Rc<Env>>) -> Option<Call> {
        let first = nodes.first()?;
        let NodeKind::Word(word) = &first.kind else { return None };
        let name = match whole_argument(word).zip(env) {
            Some((n, env)) => match &env.get(n)?.kind {
                TreeKind::Word(word) => word.clone(),
                _ => return None,
            },
            None if word.contains('$') && env.is_some() => {
                // Findings of a glued head are made when the list is read as a list.
                let before = self.findings.len();
                let glued = self.interpolate(word, first.span, env);
                self.findings.truncate(before);
                glued
            }
            None => word.clone(),
        };
        let (index, _, definition) = self.macros.get_full(&name)?;
        definition.used.set(true);
        let arguments = self.sequence(&nodes[1..], env);
        let mut flat = Vec::new();
        trees(&arguments.items, &mut flat);
        if flat.len() > MAX_ARGUMENTS {
            self.too_large(span);
            flat.clear();
        }
        let spans = flat.iter().map(|tree| (tree.span, tree.argument)).collect();
        let body = self.body(index, flat, span, env, nodes.len() - 1);
        let Body { items, size, depth } = body;
        Some(Call {
            name,
            span,
            definition: definition.name_span,
            arguments: spans,
            body: items,
            size,
            depth,
        })
    }

    fn body(
        &mut self,
        index: usize,
        arguments: Vec<Tree>,
        span: Span,
        outer: Option<&Rc<Env>>,
        written: usize,
    ) -> Body {
        let key = (index, arguments.iter().map(argument_key).collect::<Vec<_>>());
        if let Some(memo) = self.memo.get(&key) {
            return memo.body.clone();
        }
        let nothing = Body { items: Rc::from([]), size: 0, depth: 0 };
        let same = |env: &Env| env.arguments.iter().map(argument_key).eq(key.1.iter().cloned());
        if self.stack.iter().any(|(open, _, env)| *open == index && same(env)) {
            self.recursion(index, span);
            return nothing;
        }
        if self.stack.len() >= MAX_CALL_DEPTH {
            self.stopped = true;
            let first = self.first_repeated().unwrap_or((index, span));
            self.recursion(first.0, first.1);
            return nothing;
        }
        let definition = &self.macros[index];
        let env = Rc::new(Env {
            arguments,
            outer: outer.cloned(),
            leaned: Cell::new(false),
            asked: Cell::new(definition.parameters),
        });
        self.stack.push((index, span, env.clone()));
        let Sequence { items, size, depth } = self.sequence(&definition.body, Some(&env));
        self.stack.pop();
        let body = Body { items: items.into(), size, depth };
        if env.asked.get() < written && !self.stopped {
            self.extra_argument(index, span, env.asked.get(), written);
        }
        // What leaned on an outer call is only right inside that call.
        if !env.leaned.get() && !self.stopped {
            self.memo.insert(key, Memo { body: body.clone(), _environment: env });
        }
        body
    }

    fn extra_argument(&mut self, index: usize, span: Span, used: usize, given: usize) {
        let Some((name, definition)) = self.macros.get_index(index) else { return };
        let message = format!("the macro `{name}` uses {used} of the {given} arguments given");
        self.findings.push(
            Diagnostic::new(codes::MACRO_EXTRA_ARGUMENT, span, message)
                .label(definition.name_span, "defined here")
                .help("the surplus is ignored"),
        );
    }

    /// The first call on the stack whose macro was already open.
    fn first_repeated(&self) -> Option<(usize, Span)> {
        let mut seen = vec![false; self.macros.len()];
        self.stack
            .iter()
            .find(|(index, ..)| std::mem::replace(&mut seen[*index], true))
            .map(|(i, span, _)| (*i, *span))
    }

    fn recursion(&mut self, index: usize, span: Span) {
        let name = self.macros.get_index(index).map_or("", |(name, _)| name);
        self.findings.push(
            Diagnostic::new(
                codes::MACRO_RECURSION,
                span,
                format!("the macro `{name}` calls itself, directly or through others"),
            )
            .help("macros know no conditions, so this would never end; use `while` for repetition"),
        );
    }
}

/// `n` where the word is `$n` and nothing else.
fn whole_argument(word: &str) -> Option<usize> {
    let n = word.strip_prefix('$')?;
    if n.is_empty() || !n.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    n.parse::<u16>().ok().filter(|n| *n > 0).map(usize::from)
}

fn argument_key(tree: &Tree) -> ArgumentKey {
    match &tree.kind {
        TreeKind::Word(word) => ArgumentKey::Word(word.clone()),
        TreeKind::Str(text) => ArgumentKey::Str(text.clone()),
        TreeKind::List(list) => ArgumentKey::List(Rc::as_ptr(list)),
    }
}

/// The trees of a sequence, calls replaced by what they expand to; stops soon
/// behind [`MAX_ARGUMENTS`].
fn trees(items: &[Item], out: &mut Vec<Tree>) {
    for item in items {
        if out.len() > MAX_ARGUMENTS {
            return;
        }
        match item {
            Item::Tree(tree) => out.push(tree.clone()),
            Item::Call(call) => {
                let from = out.len();
                trees(&call.body, out);
                // The call's frame is gone for these: name the places that they have outside it.
                for tree in &mut out[from..] {
                    if let Some(n) = (tree.argument as usize).checked_sub(1)
                        && let Some(&(span, argument)) = call.arguments.get(n)
                    {
                        (tree.span, tree.argument) = (span, argument);
                    }
                }
            }
        }
    }
}
