// C in colours.

/** The rest of a longer line is not coloured: generated files have lines of megabytes. */
const LONGEST_LINE = 1000;

const KEYWORDS = new Set(
  `_Alignas _Alignof _Atomic _Bool _Generic _Noreturn _Static_assert _Thread_local auto bool break case char class const
  constexpr continue default delete do double else enum extern false float for goto if inline int long namespace new
  nullptr private public register restrict return short signed sizeof static struct switch template this thread_local
  true typedef union unsigned using virtual void volatile while NULL`.split(/\s+/),
);

/** A comment that is not closed continues in the next line. */
const TOKEN = new RegExp(
  [
    String.raw`(?<comment>//.*|/\*.*?(?:\*/|$))`,
    String.raw`(?<string>"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)`,
    String.raw`(?<directive>^\s*#\s*\w+)`,
    String.raw`(?<number>\b\d[\w.]*)`,
    String.raw`(?<word>[A-Za-z_]\w*)`,
  ].join("|"),
  "g",
);

/** Lines of C as pieces of text, each with the kind of token it is. */
function highlightedLines(text) {
  let inComment = false;
  return text.split(/\r\n|\n|\r/).map((raw) => {
    const expanded = raw.length > LONGEST_LINE ? `${raw.slice(0, LONGEST_LINE)}…` : raw;
    const line = highlightedLine(expanded, inComment);
    inComment = line.openComment;
    return line;
  });
}

function highlightedLine(line, inComment) {
  const pieces = [];
  let at = 0;
  let openComment = inComment;
  const add = (end, kind) => {
    if (end > at) pieces.push({ text: line.slice(at, end), kind });
    at = Math.max(at, end);
  };
  if (inComment) {
    const close = line.indexOf("*/");
    openComment = close < 0;
    add(openComment ? line.length : close + 2, "comment");
  }
  for (const match of openComment ? [] : line.matchAll(TOKEN)) {
    if (match.index < at) continue;
    const { comment, string, directive, number, word } = match.groups;
    const keyword = word !== undefined && KEYWORDS.has(word);
    const kind = (comment && "comment") || (string && "string") || (directive && "directive") || (number && "number");
    openComment = comment !== undefined && comment.startsWith("/*") && comment.indexOf("*/", 2) < 0;
    if (kind || keyword) {
      add(match.index, "");
      add(match.index + match[0].length, kind || "keyword");
    }
  }
  add(line.length, "");
  return { pieces, length: line.length, openComment };
}
