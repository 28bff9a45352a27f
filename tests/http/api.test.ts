import { beforeAll, describe, expect, it } from 'vitest'
import { createApi, type FanionApi, refusalOf } from '../../src/client/api/index.ts'
import { anOwner, testServer } from '../support/server.ts'

let api: FanionApi
let url: string
let project: string

beforeAll(async () => {
  ;({ url } = await testServer())
  const owner = await anOwner(url)
  project = owner.project
  const { text } = await owner.api.tokens.create.mutate({ name: 'ci', scopes: [{ project, role: 'editor' }] })
  api = createApi({ url, token: text })
})

describe('the typed management client', () => {
  it('makes a flag and publishes it', async () => {
    await api.flags.create.mutate({ project, key: 'from-api', name: 'From the API', onIn: ['development'] })
    const { heads } = await api.flags.get.query({ project, flag: 'from-api' })
    expect(heads['development']?.document.on).toBe(true)
  })

  it('gives refusals with code, sentence and details', async () => {
    const error: unknown = await api.flags.get.query({ project, flag: 'nope' }).catch((thrown: unknown) => thrown)
    const refusal = refusalOf(error)
    expect(refusal.code).toBe('flag/not-found')
    expect(refusal.sentence).toContain('no flag "nope"')
    expect(refusal.details).toMatchObject({ flag: 'nope' })
  })

  it('refuses an address or token that cannot be right at once', () => {
    expect(() => createApi({ url: 'flags.example.com', token: 'fan_pat_x' })).toThrow(/https:/)
    expect(() => createApi({ url, token: 'fan_srv_x' })).toThrow(/fan_pat_/)
  })

  it('says so when the server refuses the token', async () => {
    const stranger = createApi({ url, token: 'fan_pat_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' })
    const error: unknown = await stranger.projects.list.query().catch((thrown: unknown) => thrown)
    expect(refusalOf(error).code).toBe('auth/token-invalid')
  })
})
