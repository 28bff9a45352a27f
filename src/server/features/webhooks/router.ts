import { z } from 'zod'
import { InProject } from '../../../shared/features/projects/schemas/project.ts'
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
} from '../../../shared/features/webhooks/schemas/webhook.ts'
import { projectProcedure, requireConfirmedSession } from '../../platform/http/trpc/procedures.ts'
import { t } from '../../platform/http/trpc/trpc.ts'
import { listDeliveries, resendDelivery, testWebhook } from './deliveries.ts'
import { changeWebhook, createWebhook, listWebhooks, removeWebhook, renewSecret } from './webhooks.ts'

export const webhooksRouter = t.router({
  list: projectProcedure('webhook.edit')
    .input(InProject)
    .output(z.array(Webhook))
    .query(({ ctx }) => listWebhooks(ctx)),
  create: projectProcedure('webhook.edit')
    .use(requireConfirmedSession)
    .input(CreateWebhookInput)
    .output(WebhookSecret)
    .mutation(({ ctx, input }) => createWebhook(ctx, input)),
  change: projectProcedure('webhook.edit')
    .use(requireConfirmedSession)
    .input(ChangeWebhookInput)
    .output(Webhook)
    .mutation(({ ctx, input }) => changeWebhook(ctx, input)),
  renewSecret: projectProcedure('webhook.edit')
    .use(requireConfirmedSession)
    .input(WebhookReference)
    .output(WebhookSecret)
    .mutation(({ ctx, input }) => renewSecret(ctx, input)),
  remove: projectProcedure('webhook.edit')
    .input(WebhookReference)
    .output(z.strictObject({ removed: z.literal(true) }))
    .mutation(({ ctx, input }) => removeWebhook(ctx, input)),
  deliveries: projectProcedure('webhook.edit')
    .input(ListDeliveriesInput)
    .output(DeliveryList)
    .query(({ ctx, input }) => listDeliveries(ctx, input)),
  resend: projectProcedure('webhook.edit')
    .input(DeliveryReference)
    .output(Delivery)
    .mutation(({ ctx, input }) => resendDelivery(ctx, input)),
  test: projectProcedure('webhook.edit')
    .input(WebhookReference)
    .output(Delivery)
    .mutation(({ ctx, input }) => testWebhook(ctx, input)),
})
