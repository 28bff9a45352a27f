import { sql } from 'kysely'
import { aBrowser, anOwner } from '../support/server.ts'
import type { Machine } from './machine.ts'

const names = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot', 'golf', 'hotel']

/** A user who publishes, reviews and schedules. */
export type Writer = {
  readonly name: string
  readonly api: ReturnType<typeof aBrowser>['api']
  readonly cookie: () => string
}

export type Crew = {
  readonly project: string
  readonly writers: readonly Writer[]
  /** All flags: each writer has one to publish and one to schedule, all of them on everywhere. */
  readonly flags: readonly string[]
  /** Creates a server key of an environment. */
  readonly aKey: (environment: string) => Promise<string>
  readonly environmentIds: ReadonlyMap<string, string>
}

export const flagOf = (writer: Writer) => writer.name
export const timedFlagOf = (writer: Writer) => `${writer.name}-timed`

/** A project with publishers, whose production requires two approvals. */
export async function aCrew({ url, db }: Machine, size: number): Promise<Crew> {
  const { api, project } = await anOwner(url)
  const writers: Writer[] = []
  for (const name of names.slice(0, size)) {
    const email = `${name}@example.com`
    const { link } = await api.invitations.create.mutate({ project, email, role: 'publisher' })
    const browser = aBrowser(url)
    const token = link.split('/').at(-1) ?? ''
    await browser.api.invitations.accept.mutate({ token, name, password: 'correct horse battery' })
    writers.push({ name, api: browser.api, cookie: browser.cookie })
  }
  const flags = writers.flatMap((writer) => [flagOf(writer), timedFlagOf(writer)])
  const environments = await api.environments.list.query({ project })
  for (const key of flags) {
    const onIn = environments.map((one) => one.key)
    const variants = [{ key: 'on', value: 0 }]
    await api.flags.create.mutate({ project, key, name: key, type: 'number', variants, onIn })
  }
  await sql`update environment set required_approvals = 2 where key = 'production'`.execute(db)
  return {
    project,
    writers,
    flags,
    aKey: async (environment) =>
      (await api.keys.create.mutate({ project, environment, kind: 'server', name: 'program' })).text,
    environmentIds: new Map(environments.map(({ key, id }) => [key, id])),
  }
}
