import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { inEnvironment } from '../../../../tests/support/people.ts'
import { aServedFlag, aTeam, publishPast, servesHalf, servesOff, type Team } from '../../../../tests/support/team.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction } from '../../platform/kernel/ctx.ts'
import { exportEvents } from './export.ts'
import { listActivity } from './list-activity.ts'
import { listAuditEvents } from './list-audit-events.ts'
import { verifyAudit } from './verify-audit.ts'

const exported = async (lines: AsyncIterable<string>): Promise<string> => {
  let text = ''
  for await (const line of lines) text += line
  return text
}

const everything = { after: '', limit: 50_000 }

describe('the audit trail', async () => {
  const { db } = await testDatabase(10)
  let team: Team
  let flag: string
  beforeAll(async () => {
    team = await aTeam(db)
    flag = await aServedFlag(team)
  })
  const note = (action: string, after: unknown = null) =>
    inTransaction(team.ada, (tx) => audit(tx, { action, subject: 'test', after }))

  it.each(['update event set actor_name = $$Nobody$$', 'delete from event', 'truncate event cascade'])(
    'refuses to be rewritten: %s',
    async (statement) => {
      await expect(sql.raw(statement).execute(db)).rejects.toThrow('the audit trail is append-only')
    },
  )

  it('is one whole chain, whoever writes at the same time', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, at) => note(`test.${at}`, { at })))
    const { broken, unchained, checked, next } = await verifyAudit(team.ada, everything)
    expect({ broken, unchained, next }).toEqual({ broken: [], unchained: 0, next: null })
    const { count } = await db
      .selectFrom('event')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    expect(checked).toBe(Number(count))
  })

  it('is verified stretch by stretch to the same end', async () => {
    await inTransaction(team.ada, (tx) => audit(tx, { action: 'test.elsewhere', subject: 'test' }))
    const whole = await verifyAudit(team.ada, everything)
    let [after, checked, last] = ['', 0, whole.last]
    for (;;) {
      const part = await verifyAudit(team.ada, { after, limit: 7 })
      expect(part.broken).toEqual([])
      checked += part.checked
      last = part.last ?? last
      if (part.next === null) break
      after = part.next
    }
    expect({ checked, last }).toEqual({ checked: whole.checked, last: whole.last })
    expect(last).not.toBeNull()
  })

  it('keeps what an act was, its before and after, and from where', async () => {
    const own = await aServedFlag(team)
    await publishPast(team, own, servesHalf, 'development')
    const { events } = await listAuditEvents(team.ada, { project: team.key, action: 'revision.publish', limit: 1 })
    expect(events).toMatchObject([
      {
        actor: { kind: 'user', name: 'Ada' },
        project: team.key,
        environment: 'development',
        before: { [`flag/${own}`]: { otherwise: { variant: 'on' } } },
        after: { entries: [{ key: own, document: servesHalf((await documentOf(own)) as never) }] },
        address: '127.0.0.1',
        userAgent: 'test',
      },
    ])
  })
  const documentOf = async (key: string) => {
    const { environment } = await inEnvironment(team.ada)
    const row = await db
      .selectFrom('head')
      .select('document')
      .where('environmentId', '=', environment.id)
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    return row.document
  }

  it('is filtered by project, environment, actor, action, subject and time', async () => {
    const { number } = await publishPast(team, flag, servesOff, 'development')
    const subject = `${team.key}/development/${number}`
    const where = { project: team.key, environment: 'development', action: 'revision.publish', subject }
    const filter = { ...where, actor: team.ada.actor.id ?? '', limit: 10 }
    const { at } = (await listAuditEvents(team.ada, filter)).events[0] ?? { at: '' }
    const later = new Date(Date.parse(at) + 1).toISOString()
    const found = async (more: object) => (await listAuditEvents(team.ada, { ...filter, ...more })).events.length
    expect(await found({})).toBe(1)
    expect(await found({ from: at, until: later })).toBe(1)
    for (const other of [
      { environment: 'staging' },
      { actor: team.editor.actor.id },
      { action: 'flag.create' },
      { subject: `${subject}0` },
      { until: at },
      { from: later },
    ]) {
      expect(await found(other)).toBe(0)
    }
  })

  it('is read a page at a time without loss or repetition', async () => {
    const whole = (await listAuditEvents(team.ada, { project: team.key, limit: 200 })).events.map(
      (event) => event.sequence,
    )
    const paged: number[] = []
    for (let before: number | undefined; ; ) {
      const page = await listAuditEvents(team.ada, {
        project: team.key,
        limit: 3,
        ...(before === undefined ? {} : { before }),
      })
      paged.push(...page.events.map((event) => event.sequence))
      if (page.next === null) break
      before = page.next
    }
    expect(paged).toEqual(whole)
  })

  it('shows the members of a project what happened there, and not from where', async () => {
    const { events } = await listActivity(team.viewer, { project: team.key, limit: 5 })
    expect(events[0]).toMatchObject({ project: team.key })
    expect(Object.keys(events[0] ?? {})).not.toContain('address')
  })

  it('tells members of things that they may not see only that something was done', async () => {
    const { id: projectId } = team.ada.project
    const act = { action: 'webhook.change', subject: `${team.key}/Chat`, projectId }
    const [before, after] = ['old', 'new'].map((secret) => ({ url: `https://hooks.example.com/${secret}` }))
    await inTransaction(team.ada, (tx) => audit(tx, { ...act, before, after }))
    const seenBy = async (member: typeof team.viewer, filter: object = {}) =>
      (await listActivity(member, { project: team.key, limit: 1, action: act.action, ...filter })).events
    expect(await seenBy(team.admin)).toMatchObject([{ subject: act.subject, before, after }])
    for (const member of [team.viewer, team.editor, team.publisher]) {
      expect(await seenBy(member)).toMatchObject([{ subject: team.key, before: null, after: null }])
      // a filter does not reveal either that it exists
      expect(await seenBy(member, { subject: act.subject })).toEqual([])
    }
  })

  it('leaves as lines of JSON, and that it left is an event', async () => {
    const lines = await exported(await exportEvents(team.ada, { project: team.key }, 'jsonl'))
    const events = lines
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    expect(events).toEqual((await listAuditEvents(team.ada, { project: team.key, limit: 200 })).events)
    const { events: newest } = await listAuditEvents(team.ada, { limit: 1 })
    expect(newest).toMatchObject([{ action: 'audit.export', after: { project: team.key } }])
  })

  it('leaves as comma-separated values that no spreadsheet takes for a formula', async () => {
    await inTransaction(team.ada, (tx) => audit(tx, { action: 'test.csv', subject: '=1+1, "quoted"' }))
    const text = await exported(await exportEvents(team.ada, { action: 'test.csv' }, 'csv'))
    const [header, line, end] = text.split('\r\n')
    expect(header).toMatch(/^sequence,id,at,/)
    expect(line).toContain(`,"'=1+1, ""quoted""",`)
    expect(end).toBe('')
  })

  it.each(['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '−', '⁼', '\t', '\r', ' =', '\u200b＝'])(
    'quotes what begins with %j, too',
    async (start) => {
      const action = `test.csv.${Array.from(start, (one) => one.codePointAt(0)).join('.')}`
      await inTransaction(team.ada, (tx) => audit(tx, { action, subject: `${start}1+1` }))
      expect(await exported(await exportEvents(team.ada, { action }, 'csv'))).toContain(`,"'${start}1+1",`)
    },
  )
})
