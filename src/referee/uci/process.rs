//! A foreign program on three pipes, with deadlines and limits.
//!
//! Two threads read what it says into a bounded channel and one writes to it, so
//! that nothing here waits for longer than a deadline. The program is killed when
//! its [`Process`] is dropped.

use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::time::{Duration, Instant};

use super::super::Trouble;

/// A line may have this many bytes.
pub const MAX_LINE: usize = 1 << 16;
/// An answer may have this many bytes in all.
pub const MAX_BYTES: usize = 16 << 20;
/// An answer may have this many lines.
pub const MAX_LINES: usize = 400_000;
/// A program may have this many kilobytes of memory, where the system has a shell
/// that can say so.
pub const MAX_MEMORY: u64 = 4 << 20;

/// How long to wait for what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deadlines {
    /// Until the program has introduced itself.
    pub handshake: Duration,
    /// For an answer that needs no work.
    pub reply: Duration,
    /// For a count of moves.
    pub count: Duration,
}

impl Default for Deadlines {
    fn default() -> Self {
        Deadlines {
            handshake: Duration::from_secs(60),
            reply: Duration::from_secs(60),
            count: Duration::from_secs(1800),
        }
    }
}

enum Heard {
    Out(String),
    Err(String),
    TooLong,
    End,
}

/// A running program.
pub struct Process {
    child: Child,
    to: Sender<String>,
    from: Receiver<Heard>,
    /// Lines of the error stream that mean nothing bad.
    harmless: fn(&str) -> bool,
    ended: bool,
}

impl std::fmt::Debug for Process {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Process").field("id", &self.child.id()).finish_non_exhaustive()
    }
}

/// Reads lines until the end; `out` tells the stream.
fn listen(stream: impl Read + Send + 'static, heard: SyncSender<Heard>, out: bool) {
    std::thread::spawn(move || {
        let mut stream = BufReader::new(stream);
        loop {
            let mut line = Vec::new();
            let read = (&mut stream).take(MAX_LINE as u64 + 1).read_until(b'\n', &mut line);
            let message = match read {
                Ok(0) | Err(_) => break,
                Ok(n) if n > MAX_LINE => {
                    let _ = heard.send(Heard::TooLong);
                    return;
                }
                Ok(_) => {
                    let text = String::from_utf8_lossy(&line).trim_end().to_owned();
                    if out { Heard::Out(text) } else { Heard::Err(text) }
                }
            };
            if heard.send(message).is_err() {
                return;
            }
        }
        if out {
            let _ = heard.send(Heard::End);
        }
    });
}

impl Process {
    /// Starts a program.
    ///
    /// # Errors
    /// [`Trouble::Missing`] where it can't be started.
    pub fn start(words: &[String], harmless: fn(&str) -> bool) -> Result<Process, Trouble> {
        let Some((program, rest)) = words.split_first() else {
            return Err(Trouble::Missing("the engine's command line is empty".into()));
        };
        let missing = |error: std::io::Error| {
            Trouble::Missing(format!("the engine `{program}` can't be started: {error}"))
        };
        let pipes = |command: &mut Command| {
            // A group of its own, so that what the program starts can be ended with it.
            #[cfg(unix)]
            std::os::unix::process::CommandExt::process_group(command, 0);
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()
        };
        // The shell gives its place to the program, with the limit set.
        let script = format!("ulimit -v {MAX_MEMORY} 2>/dev/null; exec \"$0\" \"$@\"");
        let exists = program.contains('/') || super::super::find::in_path(program).is_some();
        if !exists || program.contains('/') && !std::path::Path::new(program).exists() {
            return Err(Trouble::Missing(format!(
                "the engine `{program}` can't be started: no such program"
            )));
        }
        let limited = cfg!(unix).then(|| pipes(Command::new("sh").args(["-c", &script, program]).args(rest)));
        let mut child = match limited {
            Some(Ok(child)) => child,
            _ => pipes(Command::new(program).args(rest)).map_err(missing)?,
        };
        let (heard, from) = sync_channel(256);
        let (to, commands) = channel::<String>();
        let no_pipe = || Trouble::Missing(format!("the engine `{program}` has no pipes"));
        listen(child.stdout.take().ok_or_else(no_pipe)?, heard.clone(), true);
        listen(child.stderr.take().ok_or_else(no_pipe)?, heard, false);
        let mut stdin = child.stdin.take().ok_or_else(no_pipe)?;
        std::thread::spawn(move || {
            // Ends when the process is dropped, or the program no longer listens.
            while let Ok(text) = commands.recv() {
                if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        });
        Ok(Process { child, to, from, harmless, ended: false })
    }

    /// Sends commands, a line each.
    pub fn send(&mut self, commands: &str) {
        // A program that is gone shows in the answer.
        let _ = self.to.send(format!("{commands}\n"));
    }

    /// Sends commands and collects the lines of the answer up to the one that
    /// `last` accepts. `label` stands for the commands in messages.
    ///
    /// # Errors
    /// [`Trouble`] where there is no such answer within `patience`.
    pub fn ask(
        &mut self,
        commands: &str,
        label: &str,
        patience: Duration,
        last: impl Fn(&str) -> bool,
    ) -> Result<Vec<String>, Trouble> {
        self.send(commands);
        let until = Instant::now() + patience;
        let command = || label.to_owned();
        let mut lines = Vec::new();
        let mut bytes = 0;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.from.recv_timeout(left) {
                Ok(Heard::Out(line)) => {
                    let done = last(&line);
                    bytes += line.len();
                    lines.push(line);
                    if done {
                        return Ok(lines);
                    }
                    if lines.len() > MAX_LINES {
                        return Err(Trouble::Flood { command: command(), what: "lines", limit: MAX_LINES });
                    }
                    if bytes > MAX_BYTES {
                        return Err(Trouble::Flood { command: command(), what: "bytes", limit: MAX_BYTES });
                    }
                    // A flood of lines must not outlast the deadline.
                    if Instant::now() > until {
                        return Err(Trouble::Silent { command: command(), seconds: patience.as_secs() });
                    }
                }
                Ok(Heard::Err(line)) => self.judge(&line)?,
                Ok(Heard::TooLong) => {
                    return Err(Trouble::Flood {
                        command: command(),
                        what: "bytes in a line",
                        limit: MAX_LINE,
                    });
                }
                Ok(Heard::End) => return Err(self.died(label)),
                Err(RecvTimeoutError::Timeout) => {
                    return Err(Trouble::Silent { command: command(), seconds: patience.as_secs() });
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.died(label)),
            }
        }
    }

    /// Waits a moment for lines of the error stream, which travel on their own.
    ///
    /// # Errors
    /// [`Trouble::Complaint`] where one of them is not harmless.
    pub fn settle(&mut self) -> Result<(), Trouble> {
        while let Ok(heard) = self.from.recv_timeout(Duration::from_millis(40)) {
            match heard {
                Heard::Err(line) => self.judge(&line)?,
                Heard::End => return Err(self.died("load")),
                _ => {}
            }
        }
        Ok(())
    }

    fn judge(&mut self, line: &str) -> Result<(), Trouble> {
        if line.trim().is_empty() || (self.harmless)(line) {
            return Ok(());
        }
        // The last of several lines tends to be the one that tells.
        let mut text = line.to_owned();
        let mut last = None;
        while let Ok(heard) = self.from.recv_timeout(Duration::from_millis(100)) {
            match heard {
                Heard::Err(line) if !line.trim().is_empty() => last = Some(line),
                Heard::End => break,
                _ => {}
            }
        }
        if let Some(last) = last.filter(|l| !(self.harmless)(l)) {
            text.push_str(" … ");
            text.push_str(&last);
        }
        Err(Trouble::Complaint(text))
    }

    fn died(&mut self, label: &str) -> Trouble {
        self.ended = true;
        let until = Instant::now() + Duration::from_secs(1);
        let status = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break format!(", with {status}"),
                Ok(None) if Instant::now() < until => std::thread::sleep(Duration::from_millis(10)),
                _ => break String::new(),
            }
        };
        Trouble::Died { command: label.to_owned(), status }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The program may be busy and not read `quit`; it has nothing to lose, nor have its children.
        // The group is there until the child is waited for: its number can't be another's.
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
