import type { ImportFinding } from '../../../features/imports/schemas/import.ts'
import type { FlagDocument } from '../../../schemas/flag.ts'
import type { SegmentDocument } from '../../../schemas/segment.ts'
import { displayKeys, type KnownKeys, keyPath, reportKey } from '../../importing/display-keys.ts'
import { type Report, reportOn } from '../../importing/finding.ts'
import { fitDocuments } from '../../importing/fit-documents.ts'
import type { Imported } from '../../importing/imported.ts'
import { reportInvalidDocuments } from '../../importing/sound.ts'
import { findStatsigCircles } from './circle.ts'
import { doubtfulAmong } from './condition.ts'
import type { StatsigConfig, StatsigSpec } from './config.ts'
import type { StatsigScope } from './scope.ts'
import { segmentOf } from './segment.ts'
import { flagOf } from './spec.ts'

const byName = (specs: readonly StatsigSpec[]): Map<string, StatsigSpec> =>
  new Map(specs.map((spec) => [spec.name, spec]))

/** Gates, configs and layers can share a name. Later ones get their kind added to the name, so that it is unique. */
const subjectsOf = (gates: Iterable<StatsigSpec>, configs: Iterable<StatsigSpec>, layers: Iterable<StatsigSpec>) => {
  const subjects = new Map<string, StatsigSpec>()
  const second: [string, StatsigSpec][] = []
  const add = (all: Iterable<StatsigSpec>, what: string) => {
    for (const spec of all) {
      if (subjects.has(spec.name)) second.push([`${spec.name}.${what}`, spec])
      else subjects.set(spec.name, spec)
    }
  }
  add(gates, 'gate')
  add(configs, 'config')
  add(layers, 'layer')
  for (const [wanted, spec] of second) {
    let name = wanted
    for (let n = 2; subjects.has(name); n += 1) name = `${wanted}-${n}`
    subjects.set(name, spec)
  }
  return subjects
}

/** The keys of subjects that share a name. */
const alikeAmong = (subjects: ReadonlyMap<string, StatsigSpec>): ReadonlyMap<string, readonly string[]> => {
  const alike = new Map<string, string[]>()
  for (const [theirs, { name }] of subjects) {
    const known = alike.get(name)
    if (known === undefined) alike.set(name, [theirs])
    else known.push(theirs)
  }
  return alike
}

const reportCircle = (report: Report, way: readonly string[] | undefined): void => {
  if (way === undefined) return
  const said = way.join(' asks ').slice(0, 300)
  report('block', '', `It comes to ask itself, on which its SDKs give up: ${said}. Take one of them out of the circle.`)
}

/**
 * Converts a Statsig environment to Fanion documents that give every user the same results as statsig-node 6.5.2, with
 * identical bucketing. Reports a finding for everything that cannot be converted.
 */
export const compileStatsig = (config: StatsigConfig, known: KnownKeys = {}, tier?: string): Imported => {
  const [gates, configs] = [byName(config.feature_gates), byName(config.dynamic_configs)]
  const layers = byName(config.layer_configs ?? [])
  const doubtful = doubtfulAmong([...gates.values(), ...configs.values(), ...layers.values()], gates, configs)
  const segments = [...gates.values()].filter((spec) => spec.entity === 'segment' && !doubtful.has(spec))
  const own = [...gates.values()].filter((spec) => !segments.includes(spec))
  const subjects = subjectsOf(own, configs.values(), layers.values())
  const flagKeys = displayKeys(subjects.keys(), 'flag', undefined, known.flags)
  const segmentKeys = displayKeys(
    segments.map(({ name }) => name),
    'segment',
    (name) => name.replace(/^segment:/, ''),
    known.segments,
  )
  const findings: ImportFinding[] = []
  reportUnused(config, findings)
  const scope: Omit<StatsigScope, 'report'> = {
    config,
    tier: config.default_environment ?? tier,
    gates,
    configs,
    doubtful,
    flagKeys,
    segmentKeys,
  }
  const [alikes, circles] = [alikeAmong(subjects), findStatsigCircles(gates)]
  const imported: Imported = {
    flags: Object.fromEntries(
      [...subjects].map(([theirs, spec]): [string, FlagDocument] => {
        const key = flagKeys.get(theirs) ?? theirs
        const report = reportOn(findings, `flag ${theirs}`)
        const alike = (alikes.get(spec.name) ?? []).filter((other) => other !== theirs)
        if (alike.length === 0) reportKey(report, spec.name, key, 'flag')
        if (gates.get(spec.name) === spec) reportCircle(report, circles.get(spec.name))
        for (const other of alike) {
          const ours = flagKeys.get(other) ?? other
          report('warn', keyPath, `Two are called ${spec.name}. This one is ${key} here, the other ${ours}.`)
        }
        return [key, flagOf({ ...scope, report }, key, spec)]
      }),
    ),
    segments: Object.fromEntries(
      segments.map((spec): [string, SegmentDocument] => {
        const key = segmentKeys.get(spec.name) ?? spec.name
        const report = reportOn(findings, `segment ${spec.name}`)
        reportCircle(report, circles.get(spec.name))
        return [key, segmentOf({ ...scope, report }, key, spec)]
      }),
    ),
    findings,
    keys: { flags: flagKeys, segments: segmentKeys },
    profile: 'statsig',
  }
  fitDocuments(imported)
  reportInvalidDocuments(imported)
  return imported
}

/** Reports problems that make the SDK reject a whole payload. */
const reportUnused = ({ has_updates, time, layer_configs }: StatsigConfig, findings: ImportFinding[]): void => {
  const report = reportOn(findings, 'project')
  const unused = (path: string, what: string): void =>
    report('block', path, `${what}, so the SDK doesn’t use this download. Download the project again.`)
  if (has_updates !== undefined && !has_updates) unused('has_updates', 'has_updates isn’t true')
  if (time === null || Number(time) <= 0) unused('time', 'time isn’t a time')
  if (layer_configs === null) unused('layer_configs', 'layer_configs is null')
}
