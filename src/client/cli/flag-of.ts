import { nearest } from '../../shared/lint/near.ts'
import type { Datafile } from '../../shared/schemas/datafile.ts'
import type { FlagDocument } from '../../shared/schemas/flag.ts'
import { CliError } from './cli-error.ts'
import { shown } from './shown.ts'

/** Returns a flag by key. Throws a `CliError` that suggests the nearest key if there is none. */
export const flagOf = ({ project, environment, flags }: Datafile, key: string): FlagDocument => {
  const found = Object.hasOwn(flags, key) ? flags[key] : undefined
  if (found) return found
  const near = nearest(key, Object.keys(flags))
  const hint = near === undefined ? '' : ` Did you mean ${near}?`
  throw new CliError(`There is no flag ${shown(key)} in ${project}, ${environment}.${hint}`)
}
