import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { beforeAll, describe, expect, it } from 'vitest'
import { anAgent, callTool, connected, eras } from '../support/agent.ts'
import { cliProgram } from '../support/cli-process.ts'
import { aFolder } from '../support/folder.ts'
import { compiled } from '../support/process.ts'
import { aWorld, type World } from './world.ts'

let world: World
let home: string
beforeAll(async () => {
  world = await aWorld()
  home = await aFolder('home')
})

const tokenOf = async (role: 'viewer' | 'editor') => {
  const scopes = [{ project: '*' as const, role }]
  return (await world.api.tokens.create.mutate({ name: role, scopes })).text
}

/** `fanion mcp`, started like an agent does. */
const started = (env: Record<string, string>) => {
  const { PATH = '' } = process.env
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['--no-warnings', ...cliProgram, 'mcp'],
    env: { PATH, ...compiled, HOME: home, XDG_CONFIG_HOME: home, FANION_URL: world.url, ...env },
    stderr: 'pipe',
  })
  let said = ''
  transport.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  return { transport, said: () => said }
}

describe.each(eras)('fanion mcp, asked in the %s protocol', (era) => {
  it('has the tools of the server, with its instructions and its answers', async () => {
    const token = await tokenOf('editor')
    const far = await anAgent(world.url, token, era)
    const { transport, said } = started({ FANION_TOKEN: token })
    const near = await connected(transport, era)
    expect(near.getInstructions()).toBe(far.getInstructions())
    expect((await near.listTools()).tools).toEqual((await far.listTools()).tools)
    const { project } = world
    const questions: [string, object][] = [
      ['list_projects', {}],
      ['get_flag', { project, flag: 'checkout' }],
      ['get_flag', { project, flag: 'nothing' }],
      ['find_flags', { limit: 'many' }],
      ['impact', { project, edits: [{ environment: 'development', flag: 'checkout', turn: 'off' }] }],
    ]
    for (const [name, input] of questions) {
      const [here, there] = [await callTool(near, name, input), await callTool(far, name, input)]
      const same = ({ data, notes, error, isError }: typeof here) => [data, notes, error?.code, isError]
      expect([name, ...same(here)]).toEqual([name, ...same(there)])
    }
    await expect(callTool(near, 'publish')).rejects.toThrow(/not found/)
    const edits = [{ environment: 'development', flag: 'checkout', turn: 'off' }]
    const { data } = await callTool(near, 'propose_change', { project, title: 'Off', edits })
    expect(data).toMatchObject({ state: 'approved' })
    const { events } = await world.api.audit.list.query({ action: 'change.save' })
    expect(events[0]?.actor).toMatchObject({ kind: 'token', name: 'Ada (editor) through MCP' })
    await near.close()
    expect(said()).toBe('')
  })
})

describe('fanion mcp', () => {
  it('proposes nothing with a token that only reads', async () => {
    const agent = await connected(started({ FANION_TOKEN: await tokenOf('viewer') }).transport, 'auto')
    const names = (await agent.listTools()).tools.map(({ name }) => name)
    expect(names).toContain('impact')
    expect(names).not.toContain('propose_change')
  })

  it('says where somebody reads it what is missing or wrong, and never the token', async () => {
    const wrong = `fan_pat_${'A'.repeat(43)}`
    const rows: [Record<string, string>, RegExp][] = [
      [{}, /fanion login/],
      [{ FANION_TOKEN: wrong }, /isn’t valid/],
      [{ FANION_TOKEN: wrong, FANION_URL: 'http://127.0.0.1:9' }, /No response/],
    ]
    for (const [env, words] of rows) {
      const { transport, said } = started(env)
      await expect(connected(transport, 'auto')).rejects.toThrow(/closed/i)
      expect(said()).toMatch(words)
      expect(said()).not.toContain(wrong)
    }
  })
})
