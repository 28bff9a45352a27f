import { spawn } from 'node:child_process'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endsWithFile } from '../support/file-end.ts'
import { aFolder } from '../support/folder.ts'

const script = path.resolve(import.meta.dirname, '../../scripts/audit.mjs')

/** The registry's response to a security audit. Null for a registry without that endpoint. */
let advisories: object | null = {}
let registry: string
/** npm caches audit results, so a separate cache keeps made-up ones from leaking. */
let cache: string

const server = http.createServer((request, response) => {
  request.resume()
  const known = request.url?.includes('/security/advisories/bulk') && advisories !== null
  response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' })
  response.end(known ? JSON.stringify(advisories) : '{}')
})
beforeAll(async () => {
  cache = await aFolder('audit')
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // A listening TCP server has an address with a port.
  registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** Runs the audit against this file's registry. */
const audit = (...options: string[]) =>
  new Promise<{ code: number | null; said: string }>((resolve) => {
    const words = [script, `--registry=${registry}`, `--cache=${cache}`, ...options]
    const child = endsWithFile(spawn(process.execPath, words))
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    child.once('close', (code) => resolve({ code, said }))
  })

const aFlaw = (severity: string) => ({
  fastify: [
    { id: severity.length, url: 'https://example.com/1', title: 'A flaw', severity, vulnerable_versions: '*', cwe: [] },
  ],
})

describe('the dependency audit', () => {
  it('fails for a flaw that is high, and names the package', async () => {
    advisories = aFlaw('high')
    const { code, said } = await audit('--tolerant')
    expect(code).toBe(1)
    expect(said).toContain('high: fastify')
  })

  it('passes where what is known is less', async () => {
    advisories = aFlaw('low')
    expect(await audit()).toEqual({ code: 0, said: expect.stringContaining('0 critical, 0 high') })
  })

  it('says that nothing was checked where the registry does not answer, and fails unless told to be tolerant', async () => {
    advisories = null
    const said = expect.stringContaining('nothing was checked')
    expect(await audit()).toEqual({ code: 2, said })
    expect(await audit('--tolerant')).toEqual({ code: 0, said })
  })
})
