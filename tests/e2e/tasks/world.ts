import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ChangeState } from '../../../src/shared/features/changes/schemas/change.ts'
import type { FlagDocument } from '../../../src/shared/schemas/flag.ts'
import { whenText } from '../../../src/shared/text/time/when.ts'
import { anOwner, testServer } from '../../support/server.ts'

type Attributes = Record<string, unknown>

/** An installation with the projects for the tasks, and functions that check their results. */
export type World = Awaited<ReturnType<typeof aWorld>>

export async function aWorld() {
  const { url, server } = await testServer()
  const owner = await anOwner(url, 'shop')
  const { api } = owner
  for (const key of ['guarded', 'stale']) await api.projects.create.mutate({ key, name: key })
  await api.environments.edit.mutate({ project: 'guarded', environment: 'production', requiredApprovals: 1 })
  const keys: Record<string, string> = {}
  for (const environment of ['development', 'staging', 'production']) {
    const made = await api.keys.create.mutate({ project: 'shop', environment, kind: 'server', name: 'tasks' })
    keys[environment] = made.text
  }

  const inStale = { project: 'stale', environment: 'production', kind: 'server', name: 'tasks' } as const
  const reporting = await api.keys.create.mutate(inStale)

  const evaluate = async (key: string, flag: string, context: Attributes): Promise<unknown> => {
    const response = await fetch(`${url}/ofrep/v1/evaluate/flags/${flag}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ context }),
    })
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null && 'value' in body ? body.value : undefined
  }

  let count = 0
  return {
    url,
    owner,
    /** A key that is not in use yet. */
    unused: () => `unused-${(count += 1)}`,
    aFlag: (key: string, more: { onIn?: string[]; project?: string; visibleToClients?: boolean } = {}) =>
      api.flags.create.mutate({ project: 'shop', key, name: key, ...more }),
    publish: async (flag: string, environment: string, edit: (document: FlagDocument) => FlagDocument) => {
      const { heads } = await api.flags.get.query({ project: 'shop', flag })
      const head = heads[environment]
      if (head === undefined) throw new Error(`${flag} is not in ${environment}`)
      const entries = [{ kind: 'flag' as const, key: flag, document: edit(head.document) }]
      await api.revisions.publish.mutate({ project: 'shop', environment, base: head.revision, message: '', entries })
    },
    /** Creates a client key for the task to find. */
    clientKey: () =>
      api.keys.create.mutate({ project: 'shop', environment: 'development', kind: 'client', name: 'tasks' }),

    answers: async (environment: string, flag: string, value: unknown, attributes: Attributes = {}) => {
      await expect
        .poll(() => evaluate(keys[environment] ?? '', flag, { targetingKey: 'user-42', ...attributes }))
        .toBe(value)
    },
    /**
     * Checks that about this percentage of four hundred users get it. The salt differs in each run; the tolerance of
     * twelve is five standard errors.
     */
    serves: async (environment: string, flag: string, percent: number, attributes: Attributes = {}) => {
      const users = Array.from({ length: 400 }, (_, i) => `user-${i}`)
      const off = async () => {
        const values = users.map((targetingKey) =>
          evaluate(keys[environment] ?? '', flag, { targetingKey, ...attributes }),
        )
        return Math.abs((await Promise.all(values)).filter((value) => value === true).length / 4 - percent)
      }
      await expect.poll(off).toBeLessThan(12)
    },
    changeIs: async (project: string, flag: string, state: ChangeState) => {
      await expect
        .poll(async () => (await api.changes.list.query({ project, key: flag })).changes.map((one) => one.state))
        .toEqual([state])
    },
    /** Checks that the flag's change is scheduled for Monday, 09:00 in Oslo. */
    isMondayNine: async (flag: string) => {
      const { changes } = await api.changes.list.query({ project: 'shop', key: flag })
      const schedule = changes[0]?.schedule
      expect(whenText(schedule?.at ?? '', schedule?.zone ?? 'UTC', 'en-GB')).toMatch(/^Mon .*, 09:00 Europe\/Oslo/)
    },
    /** Two unused flags that look fifty days old, and one that is in use. */
    staleFlags: async (flag: string) => {
      const keys = [`${flag}-a`, `${flag}-b`]
      for (const key of [...keys, `${flag}-kept`]) await api.flags.create.mutate({ project: 'stale', key, name: key })
      const { id } = await api.projects.get.query({ project: 'stale' })
      const createdAt = new Date(Date.now() - 50 * 24 * 3_600_000)
      await server.services.db.updateTable('flag').set({ createdAt }).where('projectId', '=', id).execute()
      const from = new Date().toISOString()
      const counts = [{ flag: `${flag}-kept`, variant: 'on', count: 1 }]
      const body = JSON.stringify({ instance: 'tasks', sdk: 'tasks', from, to: from, dropped: 0, counts })
      const headers = { authorization: `Bearer ${reporting.text}`, 'content-type': 'application/json' }
      expect((await fetch(`${url}/sdk/v1/telemetry`, { method: 'POST', headers, body })).status).toBe(202)
    },
    archived: async (project: string, flags: readonly string[]) => {
      await expect
        .poll(async () => (await api.flags.list.query({ project, archived: true })).rows.map((one) => one.flag.key))
        .toEqual(expect.arrayContaining([...flags]))
    },
    invited: async (email: string, role: string, environments: readonly string[]) => {
      await expect
        .poll(async () => (await api.invitations.list.query({ project: 'shop' })).find((one) => one.email === email))
        .toMatchObject({ role, environments })
    },
    /** Checks that the key in the clipboard can read the flag. */
    clipboardKeyReads: async (page: Page, flag: string) => {
      const read = () => page.evaluate(() => navigator.clipboard.readText())
      await expect.poll(read).toMatch(/fan_cli_[\w-]{43}/)
      const [key = ''] = /fan_cli_[\w-]{43}/.exec(await read()) ?? []
      expect(await evaluate(key, flag, { targetingKey: 'user-42' })).toBe(true)
    },
  }
}
