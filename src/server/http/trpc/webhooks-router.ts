import { z } from 'zod'
import { InProject } from '../../../shared/schemas/project.ts'
import {
  ChangeWebhookInput,
  CreateWebhookInput,
  Delivery,
  DeliveryList,
  DeliveryReference,
  ListDeliveriesInput,
  Webhook,
  WebhookReference,
  WebhookSecret,
} from '../../../shared/schemas/webhook.ts'
import { listDeliveries, resend, test } from '../../domain/webhooks/deliveries.ts'
import { change, create, list, remove, renewSecret } from '../../domain/webhooks/webhooks.ts'
import { confirmed, mayInProject } from './may.ts'
import { t } from './trpc.ts'

export const webhooksRouter = t.router({
  list: mayInProject('webhook.edit')
    .input(InProject)
    .output(z.array(Webhook))
    .query(({ ctx }) => list(ctx)),
  create: mayInProject('webhook.edit')
    .use(confirmed)
    .input(CreateWebhookInput)
    .output(WebhookSecret)
    .mutation(({ ctx, input }) => create(ctx, input)),
  change: mayInProject('webhook.edit')
    .use(confirmed)
    .input(ChangeWebhookInput)
    .output(Webhook)
    .mutation(({ ctx, input }) => change(ctx, input)),
  renewSecret: mayInProject('webhook.edit')
    .use(confirmed)
    .input(WebhookReference)
    .output(WebhookSecret)
    .mutation(({ ctx, input }) => renewSecret(ctx, input)),
  remove: mayInProject('webhook.edit')
    .input(WebhookReference)
    .output(z.strictObject({ removed: z.literal(true) }))
    .mutation(({ ctx, input }) => remove(ctx, input)),
  deliveries: mayInProject('webhook.edit')
    .input(ListDeliveriesInput)
    .output(DeliveryList)
    .query(({ ctx, input }) => listDeliveries(ctx, input)),
  resend: mayInProject('webhook.edit')
    .input(DeliveryReference)
    .output(Delivery)
    .mutation(({ ctx, input }) => resend(ctx, input)),
  test: mayInProject('webhook.edit')
    .input(WebhookReference)
    .output(Delivery)
    .mutation(({ ctx, input }) => test(ctx, input)),
})
