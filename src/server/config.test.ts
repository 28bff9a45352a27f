import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { aFolder } from '../../tests/support/folder.ts'
import { readConfig } from './config.ts'
import { settings } from './settings.ts'
import { StartError } from './start-error.ts'

const folder = await aFolder('config')
const read = (env: Record<string, string>) => readConfig({ FANION_DATA_DIR: folder, ...env })

describe('the configuration', () => {
  it('is complete without a single variable, and listens to this machine only', () => {
    expect(read({})).toMatchObject({
      port: 4400,
      host: '127.0.0.1',
      databaseUrl: undefined,
      databasePool: 10,
      dataDir: folder,
      publicUrl: undefined,
      trustProxy: 0,
      logLevel: 'warn',
    })
  })

  it.each([
    ['PORT', '70000', 'PORT is "70000"; use a whole number from 0 to 65535'],
    ['PORT', '80.5', 'PORT is "80.5"; use a whole number'],
    ['PORT', '0x50', 'PORT is "0x50"; use a whole number'],
    ['FANION_DRAIN_SECONDS', '1e3', 'FANION_DRAIN_SECONDS is "1e3"; use a whole number from 0 to 3600'],
    ['FANION_ALLOW_HOSTS', 'db:70000', 'FANION_ALLOW_HOSTS is "db:70000"; use hosts with their ports'],
    ['DATABASE_POOL', 'many', 'DATABASE_POOL is "many"; use a whole number from 1 to 500'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL is "loud"; use one of silent, error, warn, info, debug'],
    ['FANION_ALLOW_PRIVATE_ADDRESSES', 'on', 'FANION_ALLOW_PRIVATE_ADDRESSES is "on"; use 1 for on, or 0 for off'],
    ['DATABASE_URL', 'mysql://localhost/x', 'DATABASE_URL is not a PostgreSQL address'],
    ['DATABASE_URL', 'postgres://user:pass word@:x', 'DATABASE_URL is not a PostgreSQL address'],
    ['FANION_TRUST_PROXY', 'yes', 'FANION_TRUST_PROXY is "yes"; use how many proxies stand in front, such as 1, or'],
    ['FANION_TRUST_PROXY', '-1', 'FANION_TRUST_PROXY is "-1"; use how many'],
    ['FANION_TRUST_PROXY', '10.0.0.0/33', 'FANION_TRUST_PROXY is "10.0.0.0/33"; use how many'],
    ['FANION_TRUST_PROXY', '10.0.0.0/', 'FANION_TRUST_PROXY is "10.0.0.0/"; use how many'],
    ['FANION_TRUST_PROXY', '10.0.0.0/8,proxy', 'or their networks, such as 10.0.0.0/8,fd00::/8'],
    ['FANION_PUBLIC_URL', 'flags.example.com', 'FANION_PUBLIC_URL is "flags.example.com"; use an address such as'],
  ])('refuses %s = %s with what would be right', (name, value, words) => {
    expect(() => read({ [name]: value })).toThrow(StartError)
    expect(() => read({ [name]: value })).toThrow(words)
  })

  it('takes an empty variable for none', () => {
    expect(read({ PORT: '', DATABASE_URL: '', FANION_PUBLIC_URL: '' })).toMatchObject({
      port: 4400,
      databaseUrl: undefined,
    })
  })

  it('takes blanks for none, and a value without those around it, whatever the setting', () => {
    const given = { FANION_SECRET: 'given' }
    for (const { name } of settings.filter((one) => !['FANION_DATA_DIR', 'FANION_SECRET'].includes(one.name)))
      expect([name, read({ ...given, [name]: ' \t' })]).toEqual([name, read(given)])
    expect(read({ FANION_SECRET: '  ' }).secret).toBe(read({}).secret)
    expect(read({ FANION_SECRET: ' a b ' }).secret).toBe(' a b ')
    expect(read({ PORT: ' 81 ', FANION_PUBLIC_URL: ' https://a.example\n' })).toMatchObject({
      ...{ port: 81, publicUrl: 'https://a.example' },
    })
  })

  it.each(settings.map(({ name }) => name))('never repeats what may be a password: %s', (name) => {
    for (const value of ['https://user:hunter2@host/x y', 'user:hunter2@host', 'a:1,postgres://u:hunter2@b:2/c']) {
      let said = ''
      try {
        read({ FANION_SECRET: 'given', [name]: value, ...(name === 'FANION_DATA_DIR' && { FANION_DATA_DIR: folder }) })
      } catch (error) {
        said = String(error)
      }
      expect(said).not.toContain('hunter2')
    }
  })

  it('counts proxies, or takes the networks they are in', () => {
    expect(read({ FANION_TRUST_PROXY: '1' }).trustProxy).toBe(1)
    expect(read({ FANION_TRUST_PROXY: '0' }).trustProxy).toBe(0)
    expect(read({ FANION_TRUST_PROXY: '10.0.0.0/8, 192.0.2.7,fd00::/8' }).trustProxy).toEqual([
      { address: '10.0.0.0', prefix: 8, family: 'ipv4' },
      { address: '192.0.2.7', prefix: 32, family: 'ipv4' },
      { address: 'fd00::', prefix: 8, family: 'ipv6' },
    ])
  })

  it('keeps only the origin of the public address, as it always did', () => {
    for (const more of ['', '/', '/flags', '/?a=1#b'])
      expect(read({ FANION_PUBLIC_URL: `https://flags.example.com${more}` }).publicUrl).toBe(
        'https://flags.example.com',
      )
  })

  it('says what to do where the data folder cannot be used', () => {
    const file = path.join(folder, 'a-file')
    writeFileSync(file, '')
    expect(() => readConfig({ FANION_DATA_DIR: path.join(file, 'data') })).toThrow(
      /Can’t use the data folder .*ENOTDIR.*FANION_DATA_DIR/,
    )
  })

  it('makes a secret once, readable to nobody else, and keeps it', () => {
    const { secret } = read({})
    expect(secret.length).toBeGreaterThanOrEqual(43)
    expect(read({}).secret).toBe(secret)
    expect(readFileSync(path.join(folder, 'secret'), 'utf8').trim()).toBe(secret)
    expect(statSync(path.join(folder, 'secret')).mode & 0o077).toBe(0)
    expect(read({ FANION_SECRET: 'given' }).secret).toBe('given')
  })
})
