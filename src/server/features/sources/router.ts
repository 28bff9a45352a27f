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
import { confirmed, mayInEnvironment, mayInProject } from '../../platform/http/trpc/may.ts'
import { t } from '../../platform/http/trpc/trpc.ts'
import { getSource, listReads, listSources } from './list-sources.ts'
import { previewFact } from './preview-fact.ts'
import { archiveFact, readFactNow, saveFact } from './save-fact.ts'
import { archiveSource, checkSource, saveSource } from './save-source.ts'

/** Each procedure checks the permission in the source's environment itself, because it knows which it is. */
const someSource = mayInProject('source.edit')

export const sourcesRouter = t.router({
  list: mayInProject('project.read')
    .input(InProject)
    .output(z.array(Source))
    .query(({ ctx }) => listSources(ctx)),
  get: mayInProject('project.read')
    .input(SourceReference)
    .output(Source)
    .query(({ ctx, input }) => getSource(ctx, input)),
  save: mayInEnvironment('source.edit')
    .use(confirmed)
    .input(SaveSourceInput)
    .output(Source)
    .mutation(({ ctx, input }) => saveSource(ctx, input)),
  check: someSource
    .input(SourceReference)
    .output(SourceChecked)
    .mutation(({ ctx, input }) => checkSource(ctx, input)),
  archive: someSource
    .input(SourceReference)
    .output(z.array(Source))
    .mutation(({ ctx, input }) => archiveSource(ctx, input)),
})

/** Queries of sources, each returning one event or exposures. */
export const factsRouter = t.router({
  reads: mayInProject('project.read')
    .input(FactReference)
    .output(z.array(SourceRead))
    .query(({ ctx, input }) => listReads(ctx, input)),
  preview: someSource
    .input(PreviewFactInput)
    .output(FactPreview)
    .mutation(({ ctx, input }) => previewFact(ctx, input)),
  save: someSource
    .input(SaveFactInput)
    .output(Source)
    .mutation(({ ctx, input }) => saveFact(ctx, input)),
  readNow: someSource
    .input(FactReference)
    .output(Source)
    .mutation(({ ctx, input }) => readFactNow(ctx, input)),
  archive: someSource
    .input(FactReference)
    .output(Source)
    .mutation(({ ctx, input }) => archiveFact(ctx, input)),
})
