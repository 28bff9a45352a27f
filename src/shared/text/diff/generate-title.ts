import { sameJsonText } from '../../datafile/same-json-text.ts'
import type { SubjectKind } from '../../features/publishing/schemas/revision.ts'
import type { FlagDocument, Rule } from '../../schemas/flag.ts'
import type { SegmentDocument } from '../../schemas/segment.ts'
import type { Serve } from '../../schemas/split.ts'
import { conditionText } from '../rules/condition.ts'
import { counted, percent } from '../rules/percent.ts'
import { serveText, weightsOf } from '../rules/serve.ts'
import { text } from '../word.ts'

/** A flag or segment before and after an edit. Null if it does not exist. `where` is the name of the environment. */
export type TitledEdit = {
  kind: SubjectKind
  key: string
  where: string
  before: FlagDocument | SegmentDocument | null
  document: FlagDocument | SegmentDocument | null
}

const longest = 72

const shortenTitle = (title: string): string =>
  title.length <= longest ? title : `${title.slice(0, longest - 1).trimEnd()}…`

const named = (rule: Rule, position: number): string => (rule.name ? `“${rule.name}”` : `rule ${position}`)

/** The first variant of a split and its share. A single variant has the full share. */
const shareOf = (serve: Serve): { variant: string; weight: number } | null => {
  if (!('split' in serve)) return 'variant' in serve ? { variant: serve.variant, weight: 100_000 } : null
  const [first] = weightsOf(serve.split)
  return first === undefined ? null : { variant: first[0], weight: first[1] }
}

/** Describes the change of what a rule serves. `whom` is appended. */
const serveTitle = (key: string, before: Serve, after: Serve, whom: string, of: 'in' | 'of' = 'in'): string => {
  const [was, is] = [shareOf(before), shareOf(after)]
  const sameVariant = was !== null && is !== null && was.variant === is.variant && was.weight !== is.weight
  if (sameVariant) {
    const [share, shareBefore] = [percent(is.weight), percent(was.weight)]
    return of === 'in'
      ? `Roll out ${key} to ${share} in ${whom} (was ${shareBefore})`
      : `Roll out ${key} to ${share} of ${whom} (was ${shareBefore})`
  }
  const title = `Serve ${text(serveText(after))} to ${whom} in ${key}`
  return title.length <= longest ? title : `Change the split of ${whom} in ${key}`
}

/** Describes an added rule by its name, else by its audience if that is short enough, else by its position. */
const addedTitle = (key: string, rule: Rule, position: number): string => {
  if (rule.name) return `Add rule “${rule.name}” to ${key}`
  const whom = rule.when === true ? 'everyone' : text(conditionText(rule.when))
  const title = `Add rule “${whom}” to ${key}`
  return title.length <= longest ? title : `Add rule ${position} to ${key}`
}

const variantTitles = (key: string, before: FlagDocument, after: FlagDocument): string[] => {
  const keys = [...new Set([...Object.keys(before.variants), ...Object.keys(after.variants)])]
  return keys.flatMap((variant) => {
    const [was, is] = [Object.hasOwn(before.variants, variant), Object.hasOwn(after.variants, variant)]
    if (was && is)
      return sameJsonText(before.variants[variant], after.variants[variant])
        ? []
        : [`Change value of “${variant}” in ${key}`]
    return [is ? `Add variant “${variant}” to ${key}` : `Remove variant “${variant}” from ${key}`]
  })
}

/** All differences between two states of a flag as titles, the most important first. */
const flagTitles = (where: string, before: FlagDocument, after: FlagDocument): string[] => {
  const { key } = after
  const kept = (id: string) => before.rules.find((rule) => rule.id === id)
  const order = (rules: readonly Rule[], others: readonly Rule[]) =>
    rules.flatMap(({ id }) => (others.some((other) => other.id === id) ? [id] : []))
  const required = after.prerequisites.filter((one) => !before.prerequisites.some((was) => sameJsonText(was, one)))
  const dropped = before.prerequisites.filter((one) => !after.prerequisites.some((is) => is.flag === one.flag))
  return [
    ...(before.on === after.on ? [] : [after.on ? `Turn on ${key} in ${where}` : `Turn off ${key} in ${where}`]),
    ...after.rules.flatMap((rule, i) => {
      const was = kept(rule.id)
      return was === undefined || sameJsonText(was.serve, rule.serve)
        ? []
        : [serveTitle(key, was.serve, rule.serve, named(rule, i + 1))]
    }),
    ...(sameJsonText(before.otherwise, after.otherwise)
      ? []
      : [serveTitle(key, before.otherwise, after.otherwise, 'everyone else', 'of')]),
    ...after.rules.flatMap((rule, i) => (kept(rule.id) === undefined ? [addedTitle(key, rule, i + 1)] : [])),
    ...before.rules.flatMap((rule, i) =>
      after.rules.some(({ id }) => id === rule.id)
        ? []
        : [rule.name ? `Remove rule “${rule.name}” from ${key}` : `Remove rule ${i + 1} from ${key}`],
    ),
    ...(sameJsonText(order(before.rules, after.rules), order(after.rules, before.rules))
      ? []
      : [`Reorder rules in ${key}`]),
    ...after.rules.flatMap((rule, i) => {
      const was = kept(rule.id)
      return was === undefined || sameJsonText(was.when, rule.when)
        ? []
        : [`Change who ${named(rule, i + 1)} targets in ${key}`]
    }),
    ...variantTitles(key, before, after),
    ...(before.offVariant === after.offVariant
      ? []
      : [
          after.offVariant === null
            ? `Serve the default in code when ${key} is off`
            : `Serve ${after.offVariant} when ${key} is off`,
        ]),
    ...required.map(({ flag }) => `Require ${flag} for ${key}`),
    ...dropped.map(({ flag }) => `No longer require ${flag} for ${key}`),
    ...after.rules.flatMap((rule, i) => {
      const was = kept(rule.id)
      return was === undefined || was.name === rule.name ? [] : [`Rename rule ${i + 1} in ${key}`]
    }),
    ...(before.visibleToClients === after.visibleToClients
      ? []
      : [after.visibleToClients ? `Make ${key} available to client SDKs` : `Make ${key} unavailable to client SDKs`]),
  ]
}

const memberTitles = (before: SegmentDocument, after: SegmentDocument): string[] => {
  const difference = (a: readonly string[], b: readonly string[]) => {
    const others = new Set(b)
    return a.filter((key) => !others.has(key)).length
  }
  const part = (count: number, say: (keys: string) => string) => (count === 0 ? [] : [say(counted(count, 'key'))])
  return [
    ...part(difference(after.included, before.included), (keys) => `Add ${keys} to ${after.key}`),
    ...part(difference(before.included, after.included), (keys) => `Remove ${keys} from ${after.key}`),
    ...part(difference(after.excluded, before.excluded), (keys) => `Exclude ${keys} from ${after.key}`),
    ...part(difference(before.excluded, after.excluded), (keys) => `No longer exclude ${keys} from ${after.key}`),
  ]
}

const isFlag = (document: FlagDocument | SegmentDocument): document is FlagDocument => 'rules' in document

const titlesOf = ({ kind, key, where, before, document }: TitledEdit): string[] => {
  if (document === null) return before === null ? [] : [`Remove ${key} from ${where}`]
  if (before === null) return [kind === 'flag' ? `Create ${key} in ${where}` : `Create segment ${key} in ${where}`]
  if (isFlag(before) && isFlag(document)) return flagTitles(where, before, document)
  if (isFlag(before) || isFlag(document)) return [`Replace ${key} in ${where}`]
  return [
    ...(sameJsonText(before.when, document.when) ? [] : [`Change who is in segment ${key}`]),
    ...memberTitles(before, document),
  ]
}

const countText = (edits: readonly TitledEdit[], count: number): string => {
  if (edits.every(({ kind }) => kind === 'flag')) return counted(count, 'flag')
  return edits.every(({ kind }) => kind === 'segment') ? counted(count, 'segment') : counted(count, 'item')
}

/**
 * Generates the title of edits that have none: a verb, the subject and the environment, in at most 72 characters. The
 * most important difference leads. Several subjects are counted.
 */
export const generateTitle = (edits: readonly TitledEdit[]): string => {
  const keys = new Set(edits.map(({ kind, key }) => `${kind} ${key}`))
  if (keys.size > 1) {
    const places = [...new Set(edits.map(({ where }) => where))]
    return shortenTitle(`Update ${countText(edits, keys.size)} in ${places.join(' and ')}`)
  }
  const titles = [...new Set(edits.flatMap(titlesOf))]
  const [first, ...others] = titles
  if (first === undefined) return edits[0] === undefined ? 'Publish nothing' : shortenTitle(`Publish ${edits[0].key}`)
  if (others.length === 0) return shortenTitle(first)
  const more = ` and ${counted(others.length, 'more change')}`
  return `${first.length + more.length <= longest ? first : `${first.slice(0, longest - more.length - 1).trimEnd()}…`}${more}`
}
