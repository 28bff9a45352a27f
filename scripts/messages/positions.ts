/*
 * What decides whether a string is words for people or a name for the program. English is never rewritten, so a wrong
 * guess can spoil a translation only; the catalogue shows every guess, and the test in the pseudo-locale finds what was missed.
 */

/** Attributes and properties whose strings a person reads, however short they are. */
const read = new Set(
  (
    'label title lead description placeholder what who act action actions submit cancel copy suffix empty none unknown ' +
    'reason disabledReason error keyError alt hint heading text summary sentence verb says filter after words ' +
    'data-label aria-label aria-description aria-roledescription aria-valuetext note question answer consequence name where leftSection rightSection'
  ).split(' '),
)

/** Attributes that never hold words for people. */
const notRead = new Set(
  (
    'className classNames style styles key href to params search id htmlFor type size variant color position d viewBox ' +
    'points transform stroke fill role autoComplete inputMode aria-labelledby aria-controls aria-describedby ' +
    'aria-activedescendant aria-current rel target method component value defaultValue mark speaks typed kind state status role tone severity permission by scope mt mb p w fz ff joint'
  ).split(' '),
)

/** Elements whose content is code, whatever it looks like. */
const code = new Set(['code', 'kbd', 'pre', 'Code', 'Kbd', 'CodeBlock', 'style', 'samp', 'var'])

/** The tag of sentences with words in their holes. */
export const sentenceTag = 'say'

/** Functions whose strings are names of the program: what they are asked for, not what they say. */
const asked = new Set(
  (
    'getRouteApi querySelector querySelectorAll closest matches addEventListener removeEventListener dispatchEvent includes ' +
    'startsWith endsWith indexOf has get set delete add getItem setItem removeItem getElementById createElement RegExp Error ' +
    'TypeError URL URLSearchParams split match matchAll test getAttribute setAttribute hasAttribute append invalidate fetch ' +
    'Set word useMediaQuery execCommand createRoute createFileRoute lazy log warn ' +
    'getPropertyValue setProperty replaceAll Event CustomEvent KeyboardEvent useLocalStorage'
  ).split(' '),
)

/** Functions of Intl, whose options are names. */
const formats = new Set(
  'DateTimeFormat NumberFormat RelativeTimeFormat ListFormat DisplayNames PluralRules Collator toLocaleString localeCompare'.split(
    ' ',
  ),
)

/** Names of keys on a keyboard, which look like words. */
const keys = new Set(
  'Enter Escape Tab Backspace Delete Home End Space Shift Control Alt Meta Mac Windows Linux'.split(' '),
)

export const isRead = (name: string | undefined): boolean =>
  name !== undefined && (read.has(name) || /(Words|Label|Labels|Title|Titles|Lead|Sentence)$/.test(name))
export const isNotRead = (name: string | undefined): boolean =>
  name !== undefined && (notRead.has(name) || (name.startsWith('data-') && !read.has(name)))
export const isCode = (element: string | undefined): boolean => element !== undefined && code.has(element)
export const isAsked = (callee: string | undefined): boolean => callee !== undefined && asked.has(callee)

export const isFormat = (callee: string | undefined): boolean => callee !== undefined && formats.has(callee)

/** Whether a function puts the strings it is given before a person. */
export const saysOn = (callee: string | undefined): boolean => callee === 'plain' || callee === 'join'

/** Whether a method gives what is in its list. */
export const joinsOn = (callee: string | undefined): boolean => callee === 'filter' || callee === 'join'

/** Whether what a callback returns is what the call returns. */
export const handsOn = (callee: string | undefined): boolean => callee === 'map' || callee === 'flatMap'

/** Whether there is anything to translate: a letter. */
export const hasLetter = (text: string): boolean => /\p{L}/u.test(text)

/** What is typed the same everywhere: addresses, hosts, codes, settings, lengths of time, times, JSON, rules, lines of a picture. */
const typedText = [
  /^https?:\S*$|^[\w.@-]+\.(com|org|io)$|^\S*[|\]/]\S*$/,
  /^[A-Z\d_]+[-=]\w*$|^P\d*[A-Z]$|^(mon|fri|tomorrow) \d+[ap]m$/,
  /^\{ ?"|^\["|.* → .*%$/,
  /^[MC][MLHVCAZx\d ,.]*$/,
]

/** Whether a string is more than an example to type, where a person reads it. */
export const isReadable = (text: string): boolean =>
  hasLetter(text) && !typedText.some((pattern) => pattern.test(text.trim()))

/** Whether an attribute holds the key of something, to type or to send: `placeholder="country"`, `name="key"`. */
export const isKey = (name: string | undefined, text: string): boolean =>
  (name === 'placeholder' || name === 'name') && /^[a-z][\w-]*$/.test(text)

/** Whether a text has so many plain words that it is prose, whatever else is in it; code that spans lines has not. */
const isLong = (text: string): boolean =>
  !/\n|^(\/\/|import |const )|var\(|\[role/.test(text) &&
  (text.match(/(?<=^|\s)[“(]?\p{L}[\p{L}’-]*[,.;:!?”)]*(?=\s|$)/gu) ?? []).length >= 5

/** Whether a string reads as a sentence or a title, wherever it stands: `Save`, `No flags yet`, ` and more`. */
export const readsAsText = (text: string): boolean => {
  const bare = text.trim()
  if (!/\p{L}{2}/u.test(bare) || !isReadable(bare) || keys.has(bare)) return false
  // addresses, selectors, CSS, headers, key chords, code
  if (isLong(bare)) return true
  if (
    /^[/.#@-]|:\/\/|var\(|calc\(|[{}<>=[\]\\_|]|;(?! \p{L})|\p{L}\(|^\d+(px|rem|vh|%)|^[\w-]+\/[\w-]+$|\w\+\w/u.test(
      bare,
    )
  )
    return false
  if (/\p{L}[,.:;!?”’)]* [“(]?\p{L}|^\p{Lu}.*\p{L} \d/u.test(bare)) return true
  return /^\p{Lu}\p{Ll}+[.…!?:]?$|^\d+ \p{Ll}{2,}$/u.test(bare)
}

/** Whether all words of a file are for people unless they stand where names do. */
export const isTextFile = (file: string): boolean => /-text\.ts$|\/shared\/text\//.test(file)
