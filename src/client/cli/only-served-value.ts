import { soleVariant } from '../../shared/datafile/sole-variant.ts'
import type { Datafile } from '../../shared/schemas/datafile.ts'
import type { FlagDocument } from '../../shared/schemas/flag.ts'
import { CliError, UsageError } from './cli-error.ts'
import type { CommandInput } from './command.ts'
import { callWithTimeout as answerOf, connect } from './connect.ts'
import { flagOf } from './flag-of.ts'
import { projectOf, readDeclarations } from './read-declarations.ts'
import { shown } from './shown.ts'
import { sourceOf } from './source.ts'

/**
 * The one variant, with its value, that all users get in all protected environments, or in all environments if none is
 * protected. Throws a `CliError` if they get different ones.
 */
export async function onlyServedValue(asked: CommandInput, key: string) {
  const datafiles = await datafilesOf(asked)
  const [first] = datafiles
  if (first === undefined) throw new CliError('There is no environment to read the flag from.')
  const named = asked.values.as
  const document = flagOf(first, key)
  if (named !== undefined) return { variant: named, value: valueOf(document, named) }
  const served = datafiles.map((datafile) => ({
    in: datafile.environment,
    variant: soleVariant(flagOf(datafile, key)),
  }))
  const open = served.find(({ variant }) => variant === undefined || variant === '')
  if (open !== undefined)
    throw new CliError(
      `${key} isn’t settled: in ${open.in} ${open.variant === '' ? 'everyone gets the default in code' : 'not everyone gets the same variant'}. Name the variant that stays: --as ${Object.keys(document.variants)[0] ?? 'on'}`,
    )
  const variants = new Set(served.map(({ variant }) => variant ?? ''))
  const [only = '', ...others] = variants
  if (others.length > 0)
    throw new CliError(
      `${key} isn’t settled: ${served.map((one) => `${one.in} serves ${one.variant}`).join(', ')}. Name the variant that stays: --as ${only}`,
    )
  return { variant: only, value: valueOf(document, only) }
}

function valueOf(document: FlagDocument, variant: string) {
  const { variants } = document
  if (!Object.hasOwn(variants, variant))
    throw new UsageError(`${document.key} has no variant ${shown(variant)}; use ${Object.keys(variants).join(' or ')}.`)
  return variants[variant] ?? null
}

/** Datafiles of the key’s or named environment, otherwise of the protected ones, otherwise of all. */
async function datafilesOf(asked: CommandInput): Promise<Datafile[]> {
  const source = sourceOf(asked)
  if ('key' in source || source.environment !== undefined) return [(await readDeclarations(source)).datafile]
  const project = await projectOf(source)
  const api = connect(source.url, source.token)
  const all = await answerOf(source.url, (options) => api.environments.list.query({ project }, options))
  const kept = all.filter((one) => one.protected)
  return Promise.all(
    (kept.length > 0 ? kept : all).map(({ key }) =>
      answerOf(source.url, (options) => api.history.asOf.query({ project, environment: key }, options)),
    ),
  )
}
