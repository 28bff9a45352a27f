import { type AddressInfo, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { smtpMail } from './smtp.ts'

it.each([
  ['a line that does not end', 'x'.repeat(65_536)],
  ['a greeting of lines without end', '220-hello\r\n'.repeat(6_000)],
])('a mail server is left at its limit: %s', async (_, part) => {
  let sent = 0
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    const more = () => {
      while (!socket.destroyed && sent < 128 * 2 ** 20) {
        sent += part.length
        if (!socket.write(part)) return void socket.once('drain', more)
      }
    }
    more()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo
  const mail = smtpMail(`smtp://127.0.0.1:${port}`, 'flags@example.com')
  await expect(mail.send({ to: 'ada@example.com', subject: 's', text: 't' })).rejects.toThrow('exceeds maximum')
  // 1 MiB, plus the kernel's buffers.
  expect(sent).toBeLessThan(24 * 2 ** 20)
  server.close()
})
