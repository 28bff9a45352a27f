import { createFanion, defineFlags } from '@fanion/sdk/edge'

const flags = defineFlags({ checkout: { type: 'boolean', default: false } })

export default {
  async fetch(request, env, ctx) {
    // nothing that one request began may be used by another here: each has a client of its own
    const fanion = createFanion({ url: env.FANION_URL, key: env.FANION_KEY, flags })
    await fanion.ready()
    const checkout = fanion.flags.checkout({ targetingKey: request.headers.get('x-user') ?? 'user-1' })
    ctx.waitUntil(fanion.close())
    return new Response(`checkout: ${checkout}\n`)
  },
}
