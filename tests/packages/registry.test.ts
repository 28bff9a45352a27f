import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/server/config.ts'
import { type Server, startServer } from '../../src/server/server.ts'
import { testDatabase } from '../support/database.ts'
import { aFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { managers, project } from './managers.ts'
import { release } from './releases.ts'

const home = await aFolder('registry')
const running = new Set<Server>()
let databaseUrl: string
let port: number
let registry: string

/** Starts a server of one version on the shared database and address. */
const serve = async (version: string, at = port) => {
  const env = { PORT: String(at), FANION_DATA_DIR: path.join(home, 'data'), LOG_LEVEL: 'silent' }
  const server = await startServer(readConfig(env), databaseUrl, path.join(home, `packages-${version}`))
  running.add(server)
  return server
}
const stop = async (server: Server) => {
  running.delete(server)
  await server.close()
}

beforeAll(async () => {
  databaseUrl = (await testDatabase()).url
  port = await freePort()
  registry = `http://127.0.0.1:${port}/npm/`
  await release(home, '1.0.0', 200)
  await release(home, '1.1.0', 100)
})
afterAll(async () => {
  for (const server of running) await stop(server)
})

const packument = async () => (await fetch(`${registry}@fanion%2fsdk`)).json()
const digest = (bytes: ArrayBuffer) => `sha512-${createHash('sha512').update(Buffer.from(bytes)).digest('base64')}`

// the tests share one database, which contains the versions that were served before
describe('the registry of a server', { shuffle: false }, () => {
  describe('an upgrade of the server', { timeout: 300_000 }, () => {
    afterEach(async () => {
      for (const server of running) await stop(server)
    })

    it('breaks no install of an old commit, and offers the new version to those who update', async (test) => {
      const all = await managers(test)
      const old = await serve('1.0.0')
      const projects = await Promise.all(
        all.map(async (manager) => ({ manager, ...(await project(home, manager, registry, '^1.0.0')) })),
      )
      for (const { manager, act } of projects)
        expect([manager.name, await act(manager.install)]).toEqual([manager.name, '1.0.0'])
      await stop(old)
      const upgraded = await serve('1.1.0')
      for (const { manager, act, lock } of projects) {
        const before = await lock()
        expect([manager.name, await act(manager.frozen)]).toEqual([manager.name, '1.0.0'])
        expect(await lock()).toBe(before)
        expect([manager.name, await act(manager.update)]).toEqual([manager.name, '1.1.0'])
      }
      await stop(upgraded)
    })

    it('leaves every version at its addresses, with the bytes that the registry promises', async () => {
      const server = await serve('1.1.0')
      const { versions, 'dist-tags': tags } = await packument()
      expect(Object.keys(versions)).toEqual(['1.0.0', '1.1.0'])
      expect(tags).toEqual({ latest: '1.1.0' })
      for (const [version, { dist }] of Object.entries<{ dist: { tarball: string; integrity: string } }>(versions)) {
        for (const address of [dist.tarball, `http://127.0.0.1:${port}/sdk/fanion-sdk-${version}.tgz`]) {
          const response = await fetch(address)
          expect(response.headers.get('cache-control')).toContain('immutable')
          expect(digest(await response.arrayBuffer())).toBe(dist.integrity)
        }
      }
      const newest = await fetch(`http://127.0.0.1:${port}/sdk/fanion-sdk.tgz`, { redirect: 'manual' })
      expect([newest.status, newest.headers.get('location')]).toEqual([302, 'fanion-sdk-1.1.0.tgz'])
      await stop(server)
    })

    it('that is under way serves one list from both servers, and one that is taken back loses nothing', async () => {
      const [old, fresh] = await Promise.all([serve('1.0.0'), serve('1.1.0', await freePort())])
      const lists = await Promise.all(
        [old, fresh].map(async ({ url }) =>
          Object.keys((await (await fetch(`${url}/npm/@fanion/sdk`)).json()).versions),
        ),
      )
      expect(lists).toEqual([
        ['1.0.0', '1.1.0'],
        ['1.0.0', '1.1.0'],
      ])
      await stop(fresh)
      await stop(old)
    })

    it('that packs a version anew with other content serves what was served before', async () => {
      const first = await serve('1.1.0')
      const before = (await packument()).versions['1.1.0'].dist
      await stop(first)
      await rm(path.join(home, 'packages-1.1.0'), { recursive: true })
      await rm(path.join(home, 'source-1.1.0'), { recursive: true })
      await release(home, '1.1.0', 3)
      const second = await serve('1.1.0')
      expect((await packument()).versions['1.1.0'].dist).toEqual(before)
      expect(digest(await (await fetch(before.tarball)).arrayBuffer())).toBe(before.integrity)
      await stop(second)
    })
  })

  describe('the registry', () => {
    beforeAll(() => serve('1.1.0'))

    it('answers whatever a client asks that it does not have with 404 and JSON, and takes nothing', async () => {
      for (const asked of [
        '@fanion/other',
        'left-pad',
        '@fanion/sdk/-/sdk-9.9.9.tgz',
        '-/ping',
        '',
        '%2e%2e%2fsecret',
      ]) {
        const response = await fetch(`${registry}${asked}`)
        expect([asked, response.status, await response.json()]).toEqual([asked, 404, { error: 'not found' }])
      }
      for (const file of ['fanion-sdk-9.9.9.tgz', 'fanion-nothing.tgz', 'other.tgz', '..%2f..%2fpackage.json'])
        expect([file, (await fetch(`http://127.0.0.1:${port}/sdk/${file}`)).status]).toEqual([file, 404])
      expect((await fetch(`${registry}@fanion%2fsdk`, { method: 'PUT', body: '{}' })).status).toBeGreaterThanOrEqual(
        400,
      )
    })

    it('names its tarballs at the name of this machine by which it was asked, and at no name that a stranger gives', async () => {
      const tarballFor = (host: string) =>
        new Promise<string>((resolve, reject) => {
          const request = http.get(`${registry}@fanion/sdk`, { headers: { host } }, (response) => {
            const tarball = ([body]: string[]) => JSON.parse(body ?? '').versions['1.0.0'].dist.tarball
            response
              .setEncoding('utf8')
              .toArray()
              .then((parts) => tarball([parts.join('')]))
              .then(resolve, reject)
          })
          request.on('error', reject)
        })
      const file = '/npm/@fanion/sdk/-/sdk-1.0.0.tgz'
      const own = ['localhost', '127.0.0.1', os.hostname().toLowerCase()].map((name) => `${name}:${port}`)
      for (const host of [...own, 'localhost:8080']) expect(await tarballFor(host)).toBe(`http://${host}${file}`)
      const strangers = [
        'evil.example',
        `evil.example:${port}`,
        'localhost.evil.example',
        '127.0.0.1.evil.example',
        '8.8.8.8',
      ]
      for (const host of [...strangers, 'a@localhost', 'localhost/x', ''])
        expect([host, await tarballFor(host)]).toEqual([host, `http://127.0.0.1:${port}${file}`])
    })
  })
})
