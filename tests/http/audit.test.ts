import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { aFolder } from '../support/folder.ts'
import { serverProgram, startProcess } from '../support/process.ts'
import { aBrowser, anOwner, testServer } from '../support/server.ts'

describe('the audit trail over HTTP', async () => {
  const { url, databaseUrl } = await testServer()
  let owner: Awaited<ReturnType<typeof anOwner>>
  let folder: string
  beforeAll(async () => {
    owner = await anOwner(url, 'shop')
    folder = await aFolder('audit')
  })

  it('is downloaded as lines of JSON by an owner, filtered as in the list', async () => {
    const answer = await owner.fetch(`${url}/audit/export?project=shop&action=project.create`)
    expect(answer.headers.get('content-type')).toContain('application/x-ndjson')
    expect(answer.headers.get('content-disposition')).toContain('fanion-audit.jsonl')
    const [event, ...others] = (await answer.text()).trim().split('\n')
    expect(JSON.parse(event ?? '')).toMatchObject({ action: 'project.create', subject: 'shop', actor: { name: 'Ada' } })
    expect(others).toEqual([])
  })

  it('is downloaded as comma-separated values', async () => {
    const text = await (await owner.fetch(`${url}/audit/export?format=csv&action=project.create`)).text()
    expect(text.split('\r\n')[1]).toContain('"project.create","shop"')
  })

  it('is refused to whoever is not signed in', async () => {
    const answer = await aBrowser(url).fetch(`${url}/audit/export`)
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ error: { code: 'auth/sign-in-required' } })
  })

  it('names the field of a filter that is wrong', async () => {
    const answer = await owner.fetch(`${url}/audit/export?format=pdf`)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: { details: { problems: [{ path: 'format' }] } } })
  })

  const fanion = async (...args: string[]) => {
    const env = { DATABASE_URL: databaseUrl, FANION_DATA_DIR: folder }
    const run = startProcess(env, [serverProgram, ...args])
    return { code: await run.exited, said: run.output() }
  }

  it('is verified from the command line, which prints the last link to note down', async () => {
    const { code, said } = await fanion('audit', 'verify')
    expect(said).toMatch(/^\d+ events checked: the audit log is intact; its last link is \d+:[0-9a-f]{64}\n$/)
    expect(code).toBe(0)
  })

  it('is not what was noted where the noted link is another', async () => {
    const { code, said } = await fanion('audit', 'verify', `1:${'0'.repeat(64)}`)
    expect(said).toContain('link 1 isn’t the one you recorded')
    expect(code).toBe(1)
  })

  it('is archived from the command line only where it is said how much stays, and that is enough', async () => {
    const file = path.join(folder, 'audit.jsonl')
    for (const args of [[], ['2', file], ['12'], ['12', 'audit.txt'], ['12', file, 'more']]) {
      const { code, said } = await fanion('audit', 'archive', ...args)
      expect({ args, code, said }).toMatchObject({ code: 2, said: expect.stringContaining('at least 3') })
    }
    const { code, said } = await fanion('audit', 'archive', '3', file)
    expect(said).toMatch(/There are no events from before \d{4}-\d{2}-01\.\n$/)
    expect(code).toBe(0)
    const missing = await fanion('audit', 'verify', file)
    expect(missing).toMatchObject({ code: 1, said: expect.stringContaining('it cannot be read') })
  })

  it('is not verified against what is no link', async () => {
    const { code, said } = await fanion('audit', 'verify', 'yesterday')
    expect(said).toContain('"yesterday" isn’t a link')
    expect(code).toBe(2)
  })
})
