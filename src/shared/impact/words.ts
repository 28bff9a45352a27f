import type { Condition } from '../schemas/condition.ts'
import { conditionText } from '../text/rules/condition.ts'
import { isListSeparator } from '../text/rules/list-separators.ts'
import { isReserved, quoted } from '../text/rules/literal.ts'
import { plain, type SentencePart, say, text, word } from '../text/word.ts'
import type { Answer } from './answer.ts'
import type { Difference, Move, Region } from './difference.ts'
import type { FlagImpact, Impact } from './impact.ts'
import { withShare } from './share-words.ts'

const answerWords = ({ variant }: Answer): string => (variant === null ? 'the default in code' : quoted(variant))

/** How many values of a list are shown. The others are counted. */
const values = 20

/** Shortens long lists of values to the first ones and a count of the rest. */
const shortened = (words: readonly SentencePart[]): SentencePart[] => {
  const said: SentencePart[] = []
  let [run, left] = [0, 0]
  const close = () => {
    if (left > 0) said.push(plain(` and ${left} more`))
    run = 0
    left = 0
  }
  for (const [at, one] of words.entries()) {
    const within = one.kind === 'value' || (run > 0 && isListSeparator(one.text) && words[at + 1]?.kind === 'value')
    if (!within) close()
    if (one.kind === 'value') run += 1
    if (one.kind === 'value' && run > values) left += 1
    // A conjunction is kept only with the value that follows it.
    else if (run < values || !within || one.kind === 'value') said.push(one)
  }
  close()
  return said
}

/**
 * Removes the quotes of a value like `IS`. The rule language quotes it because `is` is a keyword, but readers do not
 * confuse them.
 */
const unquoted = (one: SentencePart): SentencePart => {
  const { text: said } = one
  if (one.kind !== 'value' || !/^"[\p{L}]+"$/u.test(said) || said === said.toLowerCase()) return one
  const bare = said.slice(1, -1)
  return isReserved(bare) ? { ...one, text: bare } : one
}

/** Describes a region: `plan is pro: 15% of them`; if it applies only to users who currently get `from`, it says so. */
export const regionText = ({ when, ofThose, share }: Region, from: Answer): SentencePart[] => {
  const parts = when !== true && 'all' in when ? when.all : [when]
  const { rest, said } = withShare(parts, { share, ofThose })
  const [only] = rest
  const whom: Condition = rest.length === 1 && only !== undefined ? only : { all: [...rest] }
  const everyone = rest.length === 0 || whom === true
  const current = word('variant', answerWords(from))
  const people = shortened(conditionText(everyone ? true : whom)).map(unquoted)
  if (!ofThose) return [...people, ...said]
  return [
    ...(everyone ? say`everyone who gets ${current} now` : say`of those who get ${current} now, ${people}`),
    ...said,
  ]
}

/** Writes `off → on`, or that the variant keeps its name with another value. */
export const moveWords = ({ from, to }: Pick<Move, 'from' | 'to'>): string =>
  from.variant === to.variant
    ? `${answerWords(from)} → ${answerWords(to)} with another value`
    : `${answerWords(from)} → ${answerWords(to)}`

/**
 * Returns a statement that holds for all moves together: `Everyone who gets “on” now keeps it.` Null if there is none.
 */
export const headline = (moves: readonly Pick<Move, 'from' | 'to'>[]): string | null => {
  const losing = new Set(moves.map(({ from }) => from.variant))
  const gained = new Set(
    moves.flatMap(({ to }) =>
      // Losing a value that is off is not a loss.
      losing.has(to.variant) || to.variant === null || to.value === false ? [] : [answerWords(to)],
    ),
  )
  return gained.size === 0
    ? null
    : `Everyone who gets ${[...gained].map((answer) => `“${answer}”`).join(' or ')} now keeps it.`
}

/** Describes a difference, one line each: moves, and below them the users they apply to. */
const differenceLines = (difference: Difference): string[] => {
  if (difference.state === 'undecided') {
    return [
      difference.because === 'extended'
        ? 'Not decided: it has rules from another system, which can be run but not compared.'
        : 'Not decided: finding out takes more steps than an analysis may use.',
    ]
  }
  if (difference.moves.length === 0) return ['No one moves.']
  if (difference.state === 'unlisted') {
    return [
      'Too many kinds of people to list. There are these moves:',
      ...difference.moves.map((move) => `  ${moveWords(move)}`),
    ]
  }
  const whole = headline(difference.moves)
  const lines = difference.moves.flatMap((move) => [
    moveWords(move),
    ...move.regions.flatMap((region) => [
      `  ${text(regionText(region, move.from))}`,
      region.example === null ? '    (there may be no one like this)' : `    e.g. ${JSON.stringify(region.example)}`,
    ]),
    ...(move.more === 0 ? [] : [`  and ${move.more} more`]),
  ])
  return whole === null ? lines : [whole, ...lines]
}

const flagLines = ({ flag, own, difference }: FlagImpact): string[] => [
  own ? flag : `${flag}, through a flag or segment it uses`,
  ...differenceLines(difference).map((one) => `  ${one}`),
]

/** Describes the effect of a change, flag by flag. Flags without moves share one line. */
export const impactLines = ({ flags, rest }: Impact): string[] => {
  const isQuiet = ({ difference }: FlagImpact) => difference.state === 'exact' && difference.moves.length === 0
  const quiet = flags.filter(isQuiet)
  if (quiet.length === flags.length && rest.length === 0) return ['No one moves in any flag.']
  return [
    ...flags.filter((one) => !isQuiet(one)).flatMap(flagLines),
    ...(quiet.length === 0 ? [] : [`No one moves in: ${quiet.map(({ flag }) => flag).join(', ')}.`]),
    ...(rest.length === 0 ? [] : [`Not looked at: ${rest.join(', ')}.`]),
  ]
}
