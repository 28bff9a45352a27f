import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { ProgramServices } from './services.ts'

/** Headers of pages and error responses. */
export const securityHeaders = ({ publicUrl }: Pick<ProgramServices, 'publicUrl'>): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'", 'data:'],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  strictTransportSecurity: publicUrl().startsWith('https:') ? { maxAge: 15_552_000 } : false,
})
