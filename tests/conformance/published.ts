import { z } from 'zod'
import { once } from './datafile.ts'
import type { Case, Subject } from './subject.ts'
import { absence, readJson, readLines } from './vectors.ts'

/** A vendor's configurations, by the name that its cases ask them by. */
export type Configurations<C> = (def: string) => C

/**
 * The subject of a vendor whose vectors are two files: cases, one a line, and the configurations that they name, each
 * compiled once for all its cases.
 */
export const published = <C>(
  about: Pick<Subject, 'vendor' | 'source'>,
  name: string,
  compiled: (definition: unknown) => C,
  casesOf: (line: unknown, configurations: Configurations<C>) => Case[],
): Subject => {
  const [cases, defs] = [`${name}/${name}.cases.jsonl`, `${name}/${name}.defs.json`]
  const absent = absence(cases) ?? absence(defs)
  if (absent !== undefined) return { ...about, absent, cases: [] }
  const definitions = z.record(z.string(), z.unknown()).parse(readJson(defs))
  const configurations = once((def: string) => compiled(definitions[def]))
  return { ...about, cases: readLines(cases).flatMap((line) => casesOf(line, configurations)) }
}
