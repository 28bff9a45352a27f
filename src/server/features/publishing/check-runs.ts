import { canonicalJson } from '../../../shared/datafile/canonical-json.ts'
import { pathText } from '../../../shared/datafile/problems.ts'
import { FanionError, type Problem } from '../../../shared/errors/fanion-error.ts'
import type { Entry } from '../../../shared/features/publishing/schemas/revision.ts'
import type { FlagDocument, Rule } from '../../../shared/schemas/flag.ts'
import type { PublishContext } from './publish-queries.ts'

/**
 * Throws `rule/unknown-run` for rules that name an ended run, a run of another flag or environment, or a run that
 * another rule names too. A published rule may keep its run.
 */
export function checkRuns(
  { places, runs }: PublishContext,
  entries: readonly Entry[],
  most: 'open' | 'proposed',
): void {
  const problems: Problem[] = []
  for (const { kind, key, document } of entries) {
    if (kind !== 'flag' || document === null) continue
    const before = places.find((place) => place.kind === 'flag' && place.key === key)?.document
    // Safe cast: a flag's document.
    const kept = new Map((before as FlagDocument | null | undefined)?.rules.map(({ id, run }) => [id, run]))
    const usable = runs.filter((run) => run.flag === key && (run.state === 'open' || most === 'proposed'))
    const allowed = (rule: Rule) => kept.get(rule.id) === rule.run || usable.some(({ number }) => number === rule.run)
    const seen = new Set<number>()
    for (const [index, rule] of document.rules.entries()) {
      if (rule.run === undefined) continue
      const path = pathText(['flags', key, 'rules', index, 'run'])
      const expected =
        usable.length === 0 ? 'no run' : `one of ${usable.map(({ number }) => number).join(', ')}, or none`
      if (!allowed(rule)) problems.push({ path, problem: `run ${rule.run} is not open for this flag here`, expected })
      else if (seen.has(rule.run))
        problems.push({ path, problem: `another rule has run ${rule.run}`, expected: 'one rule' })
      seen.add(rule.run)
    }
  }
  if (problems.length > 0) throw new FanionError('rule/unknown-run', { problems })
  refuseMovedWeights({ places, runs }, entries)
}

/**
 * Throws `run/touched` if a rule of an experiment run gets other arms or weights, because that would be another run.
 */
function refuseMovedWeights(
  { places, runs }: Pick<PublishContext, 'places' | 'runs'>,
  entries: readonly Entry[],
): void {
  const open = new Set(runs.flatMap((run) => (run.kind === 'experiment' && run.state === 'open' ? [run.number] : [])))
  for (const { kind, key, document } of entries) {
    if (kind !== 'flag' || document === null) continue
    const before = places.find((place) => place.kind === 'flag' && place.key === key)?.document
    // Safe cast: a flag's document.
    const kept = (before as FlagDocument | null | undefined)?.rules ?? []
    for (const rule of document.rules) {
      const was = kept.find(({ run }) => run !== undefined && run === rule.run && open.has(run))
      if (!was || canonicalJson(was.serve) === canonicalJson(rule.serve)) continue
      const sentence = `Run ${rule.run} of ${key} goes on with the arms and weights it began with. Stop it first, then run it again with others.`
      throw new FanionError('run/touched', { run: rule.run, touched: 'its arms or weights would change' }, sentence)
    }
  }
}
