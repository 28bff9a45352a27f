import { z } from 'zod'
import {
  ApplyImportInput,
  ChooseKeysInput,
  ImportEdits,
  ImportEditsInput,
  ImportOptions,
  ImportSource,
  ItemList,
  ListItemsInput,
  MapEnvironmentsInput,
  RunReference,
  SourceReference,
  UndoneImport,
} from '../../../shared/features/imports/schemas/import.ts'
import { InProject } from '../../../shared/features/projects/schemas/project.ts'
import { environmentProcedure, projectProcedure } from '../../platform/http/trpc/procedures.ts'
import { t } from '../../platform/http/trpc/trpc.ts'
import { applyImport } from './apply-import.ts'
import { chooseKeys } from './choose-keys.ts'
import { discardImport } from './discard-import.ts'
import { getImport } from './get-import.ts'
import { listEdits } from './list-edits.ts'
import { listImports } from './list-imports.ts'
import { listItems } from './list-items.ts'
import { mapEnvironments } from './map-environments.ts'
import { rereadImport } from './reread-import.ts'
import { undoImport } from './undo-import.ts'

/**
 * The procedures and the publish path check the permissions for everything else that they write, in each environment.
 */
const importing = projectProcedure('import.edit')

export const importsRouter = t.router({
  list: importing
    .input(InProject)
    .output(z.array(ImportSource))
    .query(({ ctx }) => listImports(ctx)),
  get: importing
    .input(SourceReference)
    .output(ImportSource)
    .query(({ ctx, input }) => getImport(ctx, input)),
  items: importing
    .input(ListItemsInput)
    .output(ItemList)
    .query(({ ctx, input }) => listItems(ctx, input)),
  edits: environmentProcedure('import.edit')
    .input(ImportEditsInput)
    .output(ImportEdits)
    .query(({ ctx, input }) => listEdits(ctx, input)),
  map: importing
    .input(MapEnvironmentsInput)
    .output(ImportSource)
    .mutation(({ ctx, input }) => mapEnvironments(ctx, input)),
  chooseKeys: importing
    .input(ChooseKeysInput)
    .output(ImportSource)
    .mutation(({ ctx, input }) => chooseKeys(ctx, input)),
  reread: importing
    .input(RunReference.extend({ options: ImportOptions }))
    .output(ImportSource)
    .mutation(({ ctx, input }) => rereadImport(ctx, input)),
  // tRPC reserves the name `apply`
  applyRun: importing
    .input(ApplyImportInput)
    .output(ImportSource)
    .mutation(({ ctx, input }) => applyImport(ctx, input)),
  discard: importing
    .input(RunReference)
    .output(ImportSource)
    .mutation(({ ctx, input }) => discardImport(ctx, input)),
  undo: importing
    .input(SourceReference)
    .output(UndoneImport)
    .mutation(({ ctx, input }) => undoImport(ctx, input)),
})
