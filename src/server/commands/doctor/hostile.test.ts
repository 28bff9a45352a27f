import { createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { checkPublicAddress } from './address.ts'
import { checkDatabaseHealth } from './database.ts'
import type { Finding } from './finding.ts'
import { checkMailServer } from './mail.ts'
import { lookAtMeasureStore } from './measure.ts'
import { checkPooler } from './pooler.ts'
import { checkReplica } from './replica.ts'

const mebibyte = 2 ** 20
const closing: (() => Promise<unknown>)[] = []
afterEach(() => Promise.all(closing.splice(0).map((close) => close())))

/** Sends a beginning, and then a part repeatedly, up to 256 MiB, to every client. */
async function aFlood(begin: Buffer, part: Buffer) {
  const sockets = new Set<Socket>()
  const poured = { most: 0 }
  const server = createServer((socket) => {
    sockets.add(socket)
    let bytes = 0
    const more = () => {
      while (bytes < 256 * mebibyte && !socket.destroyed) {
        bytes += part.length
        poured.most = Math.max(poured.most, bytes)
        if (!socket.write(part)) return void socket.once('drain', more)
      }
    }
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write(begin)
      more()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  return { at: `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, poured }
}

const settings = (env: Record<string, string>) => readConfig({ FANION_SECRET: 'of this test, long enough', ...env })
/** A row of 2 GiB, as PostgreSQL announces it after a sign-in. */
const row = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49, 0x44, 0x7f, 0xff, 0xff, 0xff])
const http = Buffer.from('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n')
const zeros = Buffer.alloc(65_536, '0')
const isWrong = (found: readonly Finding[]) => found.some(({ state }) => state === 'wrong')

describe('the doctor, whose addresses lead to what never ends,', () => {
  it('reports it of the database, the replica and the pooler, and reads no more than its limit', async () => {
    for (const begin of [row, http]) {
      const { at, poured } = await aFlood(begin, zeros)
      const url = `postgres://u:p@${at}/d`
      expect(isWrong(await checkDatabaseHealth(settings({}), url))).toBe(true)
      expect(isWrong(await checkReplica(settings({ DATABASE_READ_URL: url }), url))).toBe(true)
      await expect(checkPooler(url)).rejects.toThrow(Error)
      expect(poured.most).toBeLessThan((16 + 24) * mebibyte)
    }
  })

  it('reports it of the server, ClickHouse and the mail server', async () => {
    const web = await aFlood(http, zeros)
    expect(isWrong(await checkPublicAddress(settings({ FANION_PUBLIC_URL: `http://${web.at}` }), undefined))).toBe(true)
    expect(web.poured.most).toBeLessThan(24 * mebibyte)
    const measured = settings({ FANION_MEASURE_URL: `clickhouse://u:p@${web.at}/d` })
    expect(isWrong(await lookAtMeasureStore(measured))).toBe(true)
    const mail = await aFlood(Buffer.from('220-hello\r\n'), Buffer.from('220-hello\r\n'.repeat(6_000)))
    expect((await checkMailServer(settings({ SMTP_URL: `smtp://${mail.at}`, MAIL_FROM: 'a@b.c' }))).state).toBe('wrong')
    for (const { poured } of [web, mail]) expect(poured.most).toBeLessThan((64 + 24) * mebibyte)
  })
})
