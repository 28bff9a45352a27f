/**
 * Whether a regular expression that compiles with the flag `u` matches the same printable ASCII text in every supported
 * engine. Excludes class escapes (`\d`, `\p`), assertions, named groups, flags, references and large counts. `$` is
 * allowed only at the end.
 */
export const isPortablePattern = (source: string): boolean => portable.test(source)

const literal = String.raw`[A-Za-z0-9 _\-:;,@#%&=~!"'<>/]`
const escaped = String.raw`\\[\\.+*?()|[\]{}^$/]`
const inClass = String.raw`(?:[A-Za-z0-9 _:;,@#%=!"'<>.+*?(){}$]|\\[\\\]\-^/.+*?()|[{}$])`
const range = '(?:[a-z]-[a-z]|[A-Z]-[A-Z]|[0-9]-[0-9])'
const set = String.raw`\[\^?(?:${range}|${inClass})+\]`
const count = String.raw`(?:[*+?]|\{\d{1,2}(?:,\d{0,2})?\})?\??`
const atom = `(?:${literal}|\\.|${escaped}|${set})`
const flat = `(?:${atom}${count}|\\|)`
const group = `\\((?:\\?:)?${flat}*\\)${count}`
const portable = new RegExp(`^\\^?(?:${flat}|${group})*\\$?$`)
