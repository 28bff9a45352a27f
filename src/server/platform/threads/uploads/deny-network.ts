import dgram from 'node:dgram'
import dns from 'node:dns'
import net from 'node:net'

/*
 * Node's permission model denies files, child processes, threads and native addons, but not the network before Node 25.
 * All JavaScript connections go through these functions: HTTP, TLS, HTTP/2 and `fetch` use sockets of `node:net`.
 */
const denied = (): never => {
  throw Object.assign(new Error('The network is denied to uploads'), { code: 'ERR_ACCESS_DENIED' })
}

net.Socket.prototype.connect = denied
net.Server.prototype.listen = denied
dgram.Socket.prototype.bind = denied
dgram.Socket.prototype.send = denied
dgram.Socket.prototype.connect = denied
for (const owner of [dns, dns.promises]) {
  // DNS queries do not use JavaScript sockets.
  const functions = Object.keys(owner).filter((name) => /^(lookup|resolve|reverse)/.test(name))
  for (const name of functions) Object.defineProperty(owner, name, { value: denied })
}
for (const { prototype } of [dns.Resolver, dns.promises.Resolver]) {
  const functions = Object.getOwnPropertyNames(prototype).filter((name) => /^(resolve|reverse)/.test(name))
  for (const name of functions) Object.defineProperty(prototype, name, { value: denied })
}
