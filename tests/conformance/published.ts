import { z } from 'zod'
import { once } from './datafile.ts'
import type { Case, Subject } from './subject.ts'
import { absence, readJson, readLines } from './vectors.ts'

/** A vendor's configurations, by the name that cases use. */
export type Configurations<C> = (def: string) => C

/**
 * Builds a test subject from a vendor’s two vector files: cases (one per line) and the configurations they refer to.
 * Each configuration is compiled once.
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
