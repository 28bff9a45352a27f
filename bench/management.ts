import type { FlagDocument } from '../src/shared/schemas/flag.ts'
import { hundredFlags } from './hundred-flags.ts'
import type { DemoServer } from './server-process.ts'

/** Calls the management API of a demo server as its owner. */
export async function signIn({ url, demo }: DemoServer) {
  let cookie = ''
  // Safe cast: the server returns its declared output, and only these members are used.
  type Answer = { number: number; text: string; revisions: [{ number: number }] }
  const call = async (procedure: string, input: object, kind: 'query' | 'mutation' = 'mutation'): Promise<Answer> => {
    const address = new URL(`/trpc/${procedure}`, url)
    if (kind === 'query') address.searchParams.set('input', JSON.stringify(input))
    const headers = { cookie, 'content-type': 'application/json' }
    const body = kind === 'query' ? {} : { method: 'POST', body: JSON.stringify(input) }
    const response = await fetch(address, { headers, ...body })
    const answer = await response.json()
    if (!response.ok) throw new Error(`${procedure}: ${JSON.stringify(answer)}`)
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    return answer.result.data
  }
  await call('account.signIn', demo.owner)
  return call
}

/** Creates a project with the hundred flags in development. Returns a server key. */
export async function furnishHundred(call: Awaited<ReturnType<typeof signIn>>): Promise<string> {
  const where = { project: 'bench', environment: 'development' }
  await call('projects.create', { key: where.project, name: 'Bench' })
  for (const { key } of hundredFlags) {
    await call('flags.create', { project: where.project, key, name: key, onIn: [], visibleToClients: true })
  }
  const base = (await call('revisions.list', { ...where, limit: 1 }, 'query')).revisions[0].number
  const entries = hundredFlags.map((flag) => ({ kind: 'flag', key: flag.key, document: documentOf(flag) }))
  await call('revisions.publish', { ...where, base, entries })
  return (await call('keys.create', { ...where, kind: 'server', name: 'Bench' })).text
}

function documentOf({ key, countries, percentage }: (typeof hundredFlags)[number]): FlagDocument {
  const share = percentage * 1_000
  const serve =
    percentage === 100
      ? { variant: 'on' }
      : {
          split: {
            parts: [
              { variant: 'on', from: 0, to: share },
              { variant: 'off', from: share, to: 100_000 },
            ],
          },
        }
  const when = { attribute: 'country', operator: 'isOneOf' as const, values: [...countries] }
  return {
    key,
    type: 'boolean',
    on: true,
    variants: { on: true, off: false },
    offVariant: 'off',
    prerequisites: [],
    rules: countries.length > 0 ? [{ id: 'r1', when, serve }] : [],
    otherwise: countries.length > 0 ? { variant: 'off' } : serve,
    salt: key,
    visibleToClients: true,
  }
}
