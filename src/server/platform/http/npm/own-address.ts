import os from 'node:os'
import type { FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'

/**
 * Returns the server's URL as the client knows it. Tarball URLs must use the registry's host, because lock files record
 * them. Prefers the configured URL; else the requested host if it is a name of this machine, on any forwarded port.
 * Never uses a foreign host name.
 */
export const ownAddress = ({ config, publicUrl }: Services, { protocol, host }: FastifyRequest): string => {
  const asked = `${protocol}://${host}`
  if (config.publicUrl !== undefined || !/^[\w.:[\]-]+$/.test(host) || !URL.canParse(asked)) return publicUrl()
  const { origin, hostname } = new URL(asked)
  return isOwnName(hostname.replaceAll(/^\[|\]$/g, ''), config.host) ? origin : publicUrl()
}

const isOwnName = (name: string, listensAt: string): boolean =>
  name === 'localhost' ||
  name === listensAt ||
  name === os.hostname().toLowerCase() ||
  Object.values(os.networkInterfaces()).some((all) => all?.some(({ address }) => address === name))
