import { counted } from '../../shared/text/rules/percent.ts'
import type { FormatName } from '../../shared/vendors/exporting/formats.ts'
import { isEncrypted } from '../../shared/vendors/growthbook/import/encrypted.ts'
import { decrypted } from '../api/decrypt.ts'
import { CliError, UsageError } from './cli-error.ts'
import type { CommandInput, CommandOutput } from './command.ts'
import { decryptionKeysOf } from './decryption-keys.ts'
import { compareDocuments, type Difference } from './shadow/compare.ts'
import { compareContexts, contextsIn } from './shadow/contexts.ts'
import { endpoints } from './shadow/endpoints.ts'
import { readJson, readOurs } from './shadow/read.ts'
import { isVendor, vendors } from './shadow/vendors.ts'
import { shown } from './shown.ts'
import { sourceOf } from './source.ts'

/** Differences to print. JSON contains all of them. */
const mostShown = 20

/**
 * Runs `fanion shadow`: proves that an SDK cannot distinguish two addresses. Compiles the document that another system
 * serves its SDKs, converts it back, and compares it with the document that this server serves. No contexts or traffic
 * are needed: equal documents evaluate equally for all users.
 */
export async function shadow(asked: CommandInput): Promise<CommandOutput> {
  const [name = ''] = asked.args
  if (!isVendor(name))
    throw new UsageError(`There is no ${shown(name)} to compare with; use ${Object.keys(vendors).join(', ')}.`)
  const vendor = vendors[name]
  const source = sourceOf(asked)
  if (!('key' in source)) throw new CliError('Comparing takes a server key: --key fan_srv_… or FANION_KEY.')
  if (asked.values.contexts !== undefined) return byContexts(asked, name, source)
  const [read, ours] = await Promise.all([
    readJson(asked.values.from ?? vendor.address, vendor.headers(asked.env), vendor.title),
    readOurs(source, vendor.ours),
  ])
  const theirs = (isEncrypted(read) && (await decrypted(read, decryptionKeysOf(asked)))) || read
  const { same, differences, unreadable } = compareDocuments(name, vendor.said(theirs), ours)
  const total = same + differences.length + unreadable.length
  const json = { vendor: name, flags: total, same, differences, unreadable }
  const lines = [
    `${same} of ${counted(total, 'flag')} the same${same === total ? `: ${vendor.title}’s SDK can’t tell them apart.` : '.'}`,
    ...differences.slice(0, mostShown).map(lineOf),
    ...(differences.length > mostShown ? [`  … and ${differences.length - mostShown} more; --json has all`] : []),
    ...unreadable.map(({ flag, because }) => `  ${flag}: not readable, ${because}`),
  ]
  return { text: lines.join('\n'), json, found: same < total }
}

/** Evaluates contexts on both sides, for systems whose documents alone are not conclusive. Prints a table by flag. */
async function byContexts(
  { values, env }: CommandInput,
  name: FormatName,
  { url, key }: { url: string; key: string },
): Promise<CommandOutput> {
  const { address, headers } = endpoints[name]
  const from = values.from ?? address
  if (!/^https?:\/\//.test(from)) throw new UsageError('With --contexts --from is an address: https://…')
  const contexts = contextsIn(values.contexts ?? '')
  const { title } = vendors[name]
  const { flags } = await compareContexts(name, contexts, {
    theirs: { address: from, headers: headers(env), title },
    ours: { address: url, headers: { authorization: `Bearer ${key}` }, title: 'Fanion' },
    env,
  })
  const different = flags.filter((one) => one.different > 0).toSorted((a, b) => b.different - a.different)
  const width = Math.max(0, ...different.map(({ flag }) => flag.length))
  const lines = [
    `Asked both with ${counted(contexts.length, 'context')}: ${flags.length - different.length} of ${counted(flags.length, 'flag')} answered the same.`,
    ...different
      .slice(0, mostShown)
      .flatMap(({ flag, same, different: count, example }) => [
        `  ${flag.padEnd(width)}  ${count} of ${same + count} differ`,
        ...(example === undefined
          ? []
          : [
              `    ${short(example.context)}: theirs ${example.theirs ?? 'nothing'}, ours ${example.ours ?? 'nothing'}`,
            ]),
      ]),
    ...(different.length > mostShown ? [`  … and ${different.length - mostShown} more; --json has all`] : []),
  ]
  const json = { vendor: name, contexts: contexts.length, flags }
  return { text: lines.join('\n'), json, found: different.length > 0 }
}

const lineOf = ({ flag, path, theirs, ours }: Difference): string =>
  `  ${flag}${path === '' ? '' : ` ${path}`}: theirs ${short(theirs)}, ours ${short(ours)}`

const short = (value: unknown): string => {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
