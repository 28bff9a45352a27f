import { createFanion, defineFlags } from '@fanion/sdk/node'
import { perRequest } from '@fanion/sdk/request'
import { fastify } from 'fastify'

const flags = defineFlags({ checkout: { type: 'boolean', default: false } })
const fanion = createFanion({ url: process.env.FANION_URL, key: process.env.FANION_KEY, flags })
const visitor = perRequest(fanion)
await fanion.ready()

const app = fastify()
// after the body: Fastify reads it in the name of the connection, not of the request
app.addHook('preHandler', (request, _, done) => visitor.run({ targetingKey: request.headers['x-user'] }, done))
app.addHook('onClose', () => fanion.close())

const price = async () => (visitor.flags.checkout() ? 'new' : 'old')
app.route({ method: ['GET', 'POST'], url: '/price', handler: () => price() })

await app.listen({ port: process.env.PORT, host: '127.0.0.1' })
process.once('SIGTERM', () => void app.close())
