import os from 'node:os'
import type { FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'

/**
 * The server's address as the one who asks knows it: tarballs must be where the registry is, or lock files name another
 * host. The one that was set; else the name that was asked for where it is one of this machine's, on whatever port it is
 * forwarded from; a stranger's name never.
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
