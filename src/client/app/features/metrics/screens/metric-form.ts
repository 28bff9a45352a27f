import type { Measure, MetricDefinition, MetricPart } from '../../../../../shared/features/metrics/schemas/metric.ts'
import type { Condition } from '../../../../../shared/schemas/condition.ts'
import { parse } from '../../../../../shared/text/rules/parse.ts'
import { typedCondition } from '../../../../../shared/text/rules/typed.ts'

type Take = 'count' | 'sum'

export type MetricForm = {
  readonly name: string
  readonly description: string
  readonly kind: Measure['kind']
  readonly event: string
  readonly where: string
  readonly take: Take
  readonly underEvent: string
  readonly underWhere: string
  readonly underTake: Take
  readonly atLeast: number
  /** In percent. */
  readonly percentile: number
  readonly each: 'event' | 'unit'
  readonly better: 'more' | 'less'
  readonly from: 'servers' | 'anyone'
  readonly begins: string
  readonly length: string
  readonly lag: string
  readonly tags: readonly string[]
  /** The attribute that identifies the unit. Empty for the targeting key. */
  readonly unit: string
  /** Upper limit per user. `usual` is the default for the metric’s kind. */
  readonly cap: 'usual' | 'none' | 'percentile' | 'at'
  /** In percent, if it is a percentile. */
  readonly capValue: number
  /** Length of the pre-experiment period. `usual` is the default for the metric’s kind. */
  readonly before: string
  readonly margin: 'none' | 'relative' | 'absolute'
  /** In percent, if the margin is relative. */
  readonly marginValue: number
}

const [capped, sharpened]: readonly (readonly Measure['kind'][])[] = [
  ['count', 'sum'],
  ['proportion', 'count', 'sum', 'ratio'],
]
/** Whether metrics of this kind can have a cap per user. */
export const hasCap = (kind: Measure['kind']): boolean => capped?.includes(kind) ?? false
/** Whether pre-experiment data reduces the variance of metrics of this kind. */
export const hasBefore = (kind: Measure['kind']): boolean => sharpened?.includes(kind) ?? false

const percentOf = (share: number): number => Number((share * 100).toFixed(6))
const shareOf = (percent: number): number => Number((percent / 100).toFixed(8))

type Further = Pick<MetricForm, 'tags' | 'unit' | 'cap' | 'capValue' | 'before' | 'margin' | 'marginValue'>

const furtherOf = (definition: MetricDefinition | null): Further => {
  const { tags, unit, cap, before, margin, kind } = definition
    ? { ...definition, kind: definition.measure.kind }
    : { tags: [], unit: null, cap: null, before: null, margin: null, kind: null }
  return {
    tags,
    unit: unit ?? '',
    cap: cap ? ('at' in cap ? 'at' : 'percentile') : kind !== null && hasCap(kind) ? 'none' : 'usual',
    capValue: cap ? ('at' in cap ? cap.at : percentOf(cap.percentile)) : 99.9,
    before: before ?? (kind !== null && hasBefore(kind) ? 'none' : 'usual'),
    margin: margin ? ('relative' in margin ? 'relative' : 'absolute') : 'none',
    marginValue: margin ? ('relative' in margin ? percentOf(margin.relative) : margin.absolute) : 1,
  }
}

/** Maps the optional fields to the schema. Omits values that are the default for the kind of metric. */
const furtherFields = (kind: Measure['kind'], form: Further): object => {
  const { tags, unit, cap, capValue, before, margin, marginValue } = form
  const caps = { none: null, percentile: { percentile: shareOf(capValue) }, at: { at: capValue } }
  const margins = { none: null, relative: { relative: shareOf(marginValue) }, absolute: { absolute: marginValue } }
  return {
    tags: [...tags],
    unit: unit.trim() === '' ? null : unit.trim(),
    margin: margins[margin],
    ...(hasCap(kind) && cap !== 'usual' && { cap: caps[cap] }),
    ...(hasBefore(kind) && before !== 'usual' && { before: before === 'none' ? null : before }),
  }
}

/** Form state of a metric, or of a new one. */
export const formOf = (definition: MetricDefinition | null, event: string): MetricForm => {
  const measure = definition?.measure ?? { kind: 'proportion', of: { event }, atLeast: 1 }
  const of: MetricPart = measure.kind === 'ratio' ? measure.over : measure.of
  const under = measure.kind === 'ratio' ? measure.under : { event, take: 'count' as const }
  return {
    name: definition?.name ?? '',
    description: definition?.description ?? '',
    kind: measure.kind,
    event: of.event,
    where: whereText(of.where),
    take: measure.kind === 'ratio' ? measure.over.take : 'count',
    underEvent: under.event,
    underWhere: whereText('where' in under ? under.where : undefined),
    underTake: under.take,
    atLeast: measure.kind === 'proportion' ? measure.atLeast : 1,
    percentile: measure.kind === 'quantile' ? Number((measure.at * 100).toFixed(6)) : 95,
    each: measure.kind === 'quantile' ? measure.each : 'event',
    better: definition?.better ?? 'more',
    from: definition?.from ?? 'anyone',
    begins: definition?.window.from ?? 'P0D',
    length: definition?.window.length ?? 'P7D',
    lag: definition?.lag ?? 'PT10M',
    ...furtherOf(definition),
  }
}

const whereText = (where: Condition | undefined): string =>
  where === undefined || where === true ? '' : typedCondition(where)

/** Parses a typed condition. If it is invalid, returns a problem with the position and the expected input. */
export const readWhere = (typed: string): { where: Condition | undefined } | { problem: string } => {
  if (typed.trim() === '') return { where: undefined }
  const read = parse(typed)
  if ('misread' in read)
    return { problem: `From character ${read.misread.at + 1} on, expected ${read.misread.expected}.` }
  return read.serve === null ? { where: read.when } : { problem: 'Expected the end of the condition.' }
}

/** The metric from the form, to be validated by its schema. */
export const definitionOf = (form: MetricForm): unknown => {
  const part = (event: string, typed: string) => {
    const read = readWhere(typed)
    return { event, ...('where' in read && read.where !== undefined && { where: read.where }) }
  }
  const of = part(form.event, form.where)
  const { kind, name, description, better, from, lag } = form
  const measure =
    kind === 'ratio'
      ? {
          kind,
          over: { ...of, take: form.take },
          under: { ...part(form.underEvent, form.underWhere), take: form.underTake },
        }
      : kind === 'proportion'
        ? { kind, of, atLeast: form.atLeast }
        : kind === 'quantile'
          ? { kind, of, at: Number((form.percentile / 100).toFixed(8)), each: form.each }
          : { kind, of }
  const window = { from: kind === 'retention' && form.begins === 'P0D' ? 'P7D' : form.begins, length: form.length }
  return { ...furtherFields(kind, form), name, description, better, from, lag, measure, window }
}
