import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { main } from '../../src/client/cli/main.ts'
import { aWorld, type World } from './world.ts'

let world: World
let folder: string
beforeAll(async () => {
  world = await aWorld()
  folder = await mkdtemp(path.join(os.tmpdir(), 'fanion-shadow-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const run = async (...args: string[]) => {
  const said: string[] = []
  const note = (line: unknown) => void said.push(String(line))
  const spies = [vi.spyOn(console, 'log').mockImplementation(note), vi.spyOn(console, 'error').mockImplementation(note)]
  try {
    const code = await main(args, { FANION_URL: world.url, FANION_KEY: world.serverKey.text })
    return { code, said: said.join('\n') }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

/** What this server answers an SDK, changed, as a file of what another system would. */
const answered = async (where: string, change: (text: string) => string) => {
  const headers = { ...world.bearer, 'unleash-client-spec': '6.1.0' }
  const text = await (await fetch(`${world.url}${where}`, { headers })).text()
  const file = path.join(folder, 'answer.json')
  await writeFile(file, change(text))
  return file
}

const places = {
  unleash: '/unleash/api/client/features',
  launchdarkly: '/launchdarkly/sdk/latest-all',
  flagd: '/flagd/v1/flags',
} as const

describe.each(Object.entries(places))('fanion shadow %s', (vendor, where) => {
  it('says that an SDK can’t tell two equal documents apart', async () => {
    const file = await answered(where, (text) => text)
    const { code, said } = await run('shadow', vendor, '--from', file)
    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('1 of 1 flag the same') })
  })

  it('names the flag that differs', async () => {
    const renamed = (text: string) => text.replaceAll('"checkout"', '"basket"')
    const { code, said } = await run('shadow', vendor, '--from', await answered(where, renamed))
    expect(code).toBe(1)
    expect(said).toContain('basket')
  })

  it('refuses what is no such document', async () => {
    const file = await answered(where, () => '{"flags": 1, "features": 2}')
    expect((await run('shadow', vendor, '--from', file)).code).toBe(1)
  })
})
