import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { main } from '../../src/client/cli/main.ts'
import { anOwner, testServer } from '../support/server.ts'

let folder: string
let file: string
let env: Record<string, string>
let owner: Awaited<ReturnType<typeof anOwner>>

const run = async (...args: string[]) => {
  const said: string[] = []
  const note = (line: unknown) => void said.push(String(line))
  const spies = [vi.spyOn(console, 'log').mockImplementation(note), vi.spyOn(console, 'error').mockImplementation(note)]
  try {
    return { code: await main(args, env), said: said.join('\n') }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

beforeAll(async () => {
  const { url } = await testServer()
  owner = await anOwner(url)
  const { api, project } = owner
  const key = await api.keys.create.mutate({ project, environment: 'development', kind: 'server', name: 'ci' })
  await api.flags.create.mutate({ project, key: 'checkout-v2', name: 'Checkout' })
  folder = await mkdtemp(path.join(os.tmpdir(), 'fanion-cli-'))
  file = path.join(folder, 'flags.gen.ts')
  env = { FANION_URL: url, FANION_KEY: key.text }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('fanion pull and check', () => {
  it('say that there is no file yet', async () => {
    const { code, said } = await run('check', '--out', file)
    expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('fanion pull') })
  })

  it('write the declarations, then find them up to date', async () => {
    expect((await run('pull', '--out', file)).code).toBe(0)
    expect(await readFile(file, 'utf8')).toContain(
      `checkoutV2: { key: "checkout-v2", type: 'boolean', default: false }`,
    )
    expect((await run('pull', '--out', file)).said).toContain('is up to date (1 flag)')
    expect((await run('check', '--out', file)).code).toBe(0)
  })

  it('write a type for the context of the attributes that the project declares, and hold the file to it', async () => {
    const { api, project } = owner
    await api.attributes.save.mutate({ project, name: 'country', type: 'string', required: true, knownValues: ['NO'] })
    expect(await run('check', '--out', file)).toEqual({
      code: 1,
      said: expect.stringContaining('context.country: on the server, but not declared here'),
    })
    await run('pull', '--out', file)
    expect(await readFile(file, 'utf8')).toContain('  country: "NO" | (string & {})\n}\n')
    await api.attributes.save.mutate({ project, name: 'country', type: 'version' })
    const { said } = await run('check', '--out', file)
    expect(said).toMatch(
      /context\.country: declared here as "NO" \| \(string & \{\}\)\n.*but the server has string, or left out/,
    )
    await api.attributes.remove.mutate({ project, name: 'country' })
    await run('pull', '--out', file)
    expect((await run('check', '--out', file)).code).toBe(0)
  })

  it('refuse a file that declares a flag the server no longer has', async () => {
    const { api, project } = owner
    await api.flags.create.mutate({ project, key: 'soon', name: 'Soon' })
    await expect.poll(async () => (await run('pull', '--out', file)).said).toContain('Wrote 2 flags')
    await api.flags.archive.mutate({ project, flag: 'soon' })
    await expect.poll(async () => (await run('check', '--out', file)).code).toBe(1)
    expect((await run('check', '--out', file)).said).toContain('soon: declared here, but no longer on the server')
  })

  it('say what is wrong with the key, the address and the words', async () => {
    expect((await run('pull', '--out', file, '--key', 'fan_srv_nope')).said).toContain('not an SDK key')
    expect((await run('pull', '--out', file, '--url', 'http://127.0.0.1:9')).said).toContain('No response')
    expect(await run('pul')).toEqual({ code: 2, said: expect.stringContaining('fanion pull') })
    expect((await run('pull', '--nope')).code).toBe(2)
  })
})
