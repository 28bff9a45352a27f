import { z } from 'zod'
import { InProject } from '../../../shared/features/projects/schemas/project.ts'
import {
  FactPreview,
  FactReference,
  PreviewFactInput,
  SaveFactInput,
  SaveSourceInput,
  Source,
  SourceChecked,
  SourceRead,
  SourceReference,
} from '../../../shared/features/sources/schemas/source.ts'
import { environmentProcedure, projectProcedure, requireConfirmedSession } from '../../platform/http/trpc/procedures.ts'
import { t } from '../../platform/http/trpc/trpc.ts'
import { getWarehouse, listWarehouseReads, listWarehouses } from './list-warehouses.ts'
import { previewWarehouseQuery } from './preview-warehouse-query.ts'
import { archiveWarehouse, checkWarehouse, saveWarehouse } from './save-warehouse.ts'
import { archiveWarehouseQuery, requestWarehouseRead, saveWarehouseQuery } from './save-warehouse-query.ts'

/** Each procedure checks the permission in the source's environment itself, because it knows which it is. */
const someSource = projectProcedure('source.edit')

export const sourcesRouter = t.router({
  list: projectProcedure('project.read')
    .input(InProject)
    .output(z.array(Source))
    .query(({ ctx }) => listWarehouses(ctx)),
  get: projectProcedure('project.read')
    .input(SourceReference)
    .output(Source)
    .query(({ ctx, input }) => getWarehouse(ctx, input)),
  save: environmentProcedure('source.edit')
    .use(requireConfirmedSession)
    .input(SaveSourceInput)
    .output(Source)
    .mutation(({ ctx, input }) => saveWarehouse(ctx, input)),
  check: someSource
    .input(SourceReference)
    .output(SourceChecked)
    .mutation(({ ctx, input }) => checkWarehouse(ctx, input)),
  archive: someSource
    .input(SourceReference)
    .output(z.array(Source))
    .mutation(({ ctx, input }) => archiveWarehouse(ctx, input)),
})

/** Queries of sources, each returning one event or exposures. */
export const factsRouter = t.router({
  reads: projectProcedure('project.read')
    .input(FactReference)
    .output(z.array(SourceRead))
    .query(({ ctx, input }) => listWarehouseReads(ctx, input)),
  preview: someSource
    .input(PreviewFactInput)
    .output(FactPreview)
    .mutation(({ ctx, input }) => previewWarehouseQuery(ctx, input)),
  save: someSource
    .input(SaveFactInput)
    .output(Source)
    .mutation(({ ctx, input }) => saveWarehouseQuery(ctx, input)),
  readNow: someSource
    .input(FactReference)
    .output(Source)
    .mutation(({ ctx, input }) => requestWarehouseRead(ctx, input)),
  archive: someSource
    .input(FactReference)
    .output(Source)
    .mutation(({ ctx, input }) => archiveWarehouseQuery(ctx, input)),
})
