/*
 * Heuristics for whether a string is UI text or an identifier. English is never rewritten, so an error can only affect
 * a translation. The catalogue shows all messages, and the test in the pseudo-locale finds missed ones.
 */

/** Attributes and properties that contain UI text, even if it is short. */
const read = new Set(
  (
    'label title lead description placeholder what who act action actions submit cancel copy suffix empty none unknown ' +
    'reason disabledReason error keyError alt hint heading text summary sentence verb says filter after words ' +
    'data-label aria-label aria-description aria-roledescription aria-valuetext note question answer consequence name where leftSection rightSection'
  ).split(' '),
)

/** Attributes that never contain UI text. */
const notRead = new Set(
  (
    'className classNames style styles key href to params search id htmlFor type size variant color position d viewBox ' +
    'points transform stroke fill role autoComplete inputMode aria-labelledby aria-controls aria-describedby ' +
    'aria-activedescendant aria-current rel target method component value defaultValue mark speaks typed kind state status role tone severity permission by scope mt mb p w fz ff joint'
  ).split(' '),
)

/** Elements that always contain code. */
const code = new Set(['code', 'kbd', 'pre', 'Code', 'Kbd', 'CodeBlock', 'style', 'samp', 'var'])

/** The tag of sentences with text in their placeholders. */
export const sentenceTag = 'say'

/** Functions whose string arguments are identifiers, not UI text. */
const asked = new Set(
  (
    'getRouteApi querySelector querySelectorAll closest matches addEventListener removeEventListener dispatchEvent includes ' +
    'startsWith endsWith indexOf has get set delete add getItem setItem removeItem getElementById createElement RegExp Error ' +
    'TypeError URL URLSearchParams split match matchAll test getAttribute setAttribute hasAttribute append invalidate fetch ' +
    'Set word useMediaQuery execCommand createRoute createFileRoute lazy log warn ' +
    'getPropertyValue setProperty replaceAll Event CustomEvent KeyboardEvent useLocalStorage'
  ).split(' '),
)

/** Functions of Intl, whose options are identifiers. */
const formats = new Set(
  'DateTimeFormat NumberFormat RelativeTimeFormat ListFormat DisplayNames PluralRules Collator toLocaleString localeCompare'.split(
    ' ',
  ),
)

/** Key names, which look like words. */
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

/** Whether the string arguments of a function are UI text. */
export const saysOn = (callee: string | undefined): boolean => callee === 'plain' || callee === 'join'

/** Whether a method returns elements of its list. */
export const joinsOn = (callee: string | undefined): boolean => callee === 'filter' || callee === 'join'

/** Whether the call returns the results of its callback. */
export const handsOn = (callee: string | undefined): boolean => callee === 'map' || callee === 'flatMap'

/** Whether the text contains a letter to translate. */
export const hasLetter = (text: string): boolean => /\p{L}/u.test(text)

/**
 * Texts that are equal in all languages: URLs, hosts, codes, settings, durations, times, JSON, rules, lines of a
 * drawing.
 */
const typedText = [
  /^https?:\S*$|^[\w.@-]+\.(com|org|io)$|^\S*[|\]/]\S*$/,
  /^[A-Z\d_]+[-=]\w*$|^P\d*[A-Z]$|^(mon|fri|tomorrow) \d+[ap]m$/,
  /^\{ ?"|^\["|.* → .*%$/,
  /^[MC][MLHVCAZx\d ,.]*$/,
]

/** Whether UI text is more than an example input. */
export const isReadable = (text: string): boolean =>
  hasLetter(text) && !typedText.some((pattern) => pattern.test(text.trim()))

/** Whether an attribute contains an identifier to type or send: `placeholder="country"`, `name="key"`. */
export const isKey = (name: string | undefined, text: string): boolean =>
  (name === 'placeholder' || name === 'name') && /^[a-z][\w-]*$/.test(text)

/** Whether a text has enough plain words to be prose. Code of several lines is excluded. */
const isLong = (text: string): boolean =>
  !/\n|^(\/\/|import |const )|var\(|\[role/.test(text) &&
  (text.match(/(?<=^|\s)[“(]?\p{L}[\p{L}’-]*[,.;:!?”)]*(?=\s|$)/gu) ?? []).length >= 5

/** Whether a string looks like a sentence or title in any position: `Save`, `No flags yet`, ` and more`. */
export const readsAsText = (text: string): boolean => {
  const bare = text.trim()
  if (!/\p{L}{2}/u.test(bare) || !isReadable(bare) || keys.has(bare)) return false
  // excludes URLs, selectors, CSS, headers, key chords and code
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

/** Whether all strings of a file are UI text unless they are in the position of an identifier. */
export const isTextFile = (file: string): boolean => /-text\.ts$|\/shared\/text\//.test(file)
