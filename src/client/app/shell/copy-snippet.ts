import { flagSnippets } from '../../../shared/codegen/flag-snippets.ts'
import type { Environment } from '../../../shared/features/projects/schemas/project.ts'
import { refusalOf } from '../../api/refusal.ts'
import { copyText } from '../components/copy-text.ts'
import { done, failed } from '../components/toast.tsx'
import type { trpc } from '../trpc.ts'
import type { SnippetKind } from './snippet-kinds.ts'

type Utils = ReturnType<typeof trpc.useUtils>

type CreatedKeyText = { text: string }
type CreateKey = (key: {
  project: string
  environment: string
  kind: 'client' | 'server'
  name: string
}) => Promise<CreatedKeyText>

type SnippetRequest = {
  project: string
  flag: string | undefined
  environment: string | undefined
  kind: SnippetKind
  createKey: CreateKey
}

/** A key for the snippet. Client keys are reused; a server key is created each time, because it is shown only once. */
const keyFor = async (
  utils: Utils,
  project: string,
  environment: Environment,
  kind: 'client' | 'server',
  createKey: CreateKey,
): Promise<string> => {
  if (kind === 'client') {
    const keys = await utils.keys.list.fetch({ project })
    const usable = keys.find(
      (key) =>
        key.kind === 'client' &&
        key.environment === environment.key &&
        key.revokedAt === null &&
        (key.expiresAt === null || Date.parse(key.expiresAt) > Date.now()),
    )
    if (usable?.text) return usable.text
  }
  const name = `${environment.name} ${kind}`
  const made = await createKey({ project, environment: environment.key, kind, name })
  void utils.keys.list.invalidate({ project })
  return made.text
}

/** Copies a program that reads the flag, including a key. */
export const copySnippet = async (utils: Utils, wanted: SnippetRequest): Promise<void> => {
  const { project, flag, environment: place, kind, createKey } = wanted
  try {
    const environments = await utils.environments.list.ensureData({ project })
    const environment = environments.find((one) => one.key === place) ?? environments[0]
    const shown = flag ?? (await utils.flags.keys.fetch({ project, limit: 1 }))[0]?.key
    if (environment === undefined || shown === undefined)
      return done('Create a flag first; then its snippet can be copied.')
    const page = await utils.flags.get.fetch({ project, flag: shown })
    const document = page.heads[environment.key]?.document
    if (document === undefined) return done(`${shown} isn’t in ${environment.name}`)
    const key = await keyFor(utils, project, environment, kind === 'node' ? 'server' : 'client', createKey)
    if (kind === 'key') {
      await copyText(key)
      return done(`Copied the client key for ${environment.name}`)
    }
    const snippet = flagSnippets(document, location.origin).find(({ runtime }) => runtime === kind)
    const code = (snippet?.code ?? '').replace('fan_cli_…', key).replace("process.env['FANION_KEY']", `'${key}'`)
    await copyText(`// ${snippet?.install ?? ''}\n${code}`)
    const hidden = kind !== 'node' && !document.visibleToClients
    done(
      hidden
        ? `Copied. ${shown} isn’t available to client SDKs in ${environment.name}; until it is, they get their default in code.`
        : `Copied the ${shown} snippet with a ${environment.name} key`,
    )
  } catch (error) {
    failed('Couldn’t copy', refusalOf(error))
  }
}
