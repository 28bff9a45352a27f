import type { Projection } from '../../exporting/projection.ts'
import { memberOf, textOf } from '../../exporting/text-of.ts'

/** Generates the flagd document of all readable flags (https://flagd.dev/schema/v0/flags.json). */
export const flagdDocument = (projection: Projection): string => {
  const flags: string[] = []
  const evaluators = new Map<string, string>()
  for (const [, { piece }] of projection.flags()) {
    if (piece === null) continue
    flags.push(memberOf(piece.name, textOf(piece.json)))
    for (const [name, part] of Object.entries(piece.parts)) evaluators.set(name, memberOf(name, textOf(part)))
  }
  const shared = evaluators.size === 0 ? '' : `,"$evaluators":{${[...evaluators.values()].join(',')}}`
  return `{"$schema":"https://flagd.dev/schema/v0/flags.json","flags":{${flags.join(',')}}${shared}}`
}
