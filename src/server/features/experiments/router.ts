import { z } from 'zod'
import { Change } from '../../../shared/features/changes/schemas/change.ts'
import {
  AddMetricInput,
  CreateExperimentInput,
  DecidedExperiment,
  DecideExperimentInput,
  EditExperimentInput,
  Experiment,
  ExperimentList,
  ExperimentReference,
  ExperimentRuns,
  GrowExperimentInput,
  ListExperimentRunsInput,
  ListExperimentsInput,
  StartExperimentInput,
  StopExperimentInput,
} from '../../../shared/features/experiments/schemas/experiment.ts'
import {
  ExperimentFile,
  ExperimentReport,
  ExperimentReportInput,
} from '../../../shared/features/experiments/schemas/experiment-report.ts'
import {
  ExperimentForecast,
  ExperimentResults,
  ExperimentResultsInput,
  ExperimentUserCounts,
  PlanExperimentInput,
} from '../../../shared/features/experiments/schemas/experiment-results.ts'
import { CreateLayerInput, Layer, LayerReference } from '../../../shared/features/experiments/schemas/layer.ts'
import { InProject } from '../../../shared/features/projects/schemas/project.ts'
import { environmentProcedure, projectProcedure } from '../../platform/http/trpc/procedures.ts'
import { t } from '../../platform/http/trpc/trpc.ts'
import { decideExperiment } from '../changes/decide-experiment.ts'
import { proposeExperiment } from '../changes/propose-experiment.ts'
import { proposeShareIncrease } from '../changes/propose-share-increase.ts'
import { addMetric } from './add-metric.ts'
import { archiveExperiment } from './archive-experiment.ts'
import { createExperiment } from './create-experiment.ts'
import { editExperiment } from './edit-experiment.ts'
import { createLayer, listLayers, removeLayer } from './layers/layers.ts'
import { listExperiments, listRuns, readExperiment } from './read-experiments.ts'
import { forecast } from './results/forecast.ts'
import { exportSumsCsv, readReport } from './results/read-report.ts'
import { readResults } from './results/read-results.ts'
import { readUsersByDay } from './results/read-users-by-day.ts'
import { stopExperiment } from './stop-experiment.ts'

/** Each procedure checks the permission in the experiment's environment itself, because it knows which it is. */
const someExperiment = projectProcedure('experiment.edit')

export const experimentsRouter = t.router({
  list: projectProcedure('project.read')
    .input(ListExperimentsInput)
    .output(ExperimentList)
    .query(({ ctx, input }) => listExperiments(ctx, input)),
  get: projectProcedure('project.read')
    .input(ExperimentReference)
    .output(Experiment)
    .query(({ ctx, input }) => readExperiment(ctx, input)),
  runs: projectProcedure('project.read')
    .input(ListExperimentRunsInput)
    .output(ExperimentRuns)
    .query(({ ctx, input }) => listRuns(ctx, input)),
  results: projectProcedure('project.read')
    .input(ExperimentResultsInput)
    .output(ExperimentResults)
    .query(({ ctx, input }) => readResults(ctx, input)),
  people: projectProcedure('project.read')
    .input(ExperimentResultsInput.omit({ metric: true, at: true }))
    .output(ExperimentUserCounts)
    .query(({ ctx, input }) => readUsersByDay(ctx, input)),
  report: projectProcedure('project.read')
    .input(ExperimentReportInput)
    .output(ExperimentReport)
    .query(({ ctx, input }) => readReport(ctx, input)),
  sums: projectProcedure('project.read')
    .input(ExperimentReportInput)
    .output(ExperimentFile)
    .query(({ ctx, input }) => exportSumsCsv(ctx, input)),
  plan: environmentProcedure('project.read')
    .input(PlanExperimentInput)
    .output(ExperimentForecast)
    .query(({ ctx, input }) => forecast(ctx, input)),
  create: environmentProcedure('experiment.edit')
    .input(CreateExperimentInput)
    .output(Experiment)
    .mutation(({ ctx, input }) => createExperiment(ctx, input)),
  edit: someExperiment
    .input(EditExperimentInput)
    .output(Experiment)
    .mutation(({ ctx, input }) => editExperiment(ctx, input)),
  start: someExperiment
    .input(StartExperimentInput)
    .output(Change)
    .mutation(({ ctx, input }) => proposeExperiment(ctx, 'start', input)),
  grow: someExperiment
    .input(GrowExperimentInput)
    .output(Change)
    .mutation(({ ctx, input }) => proposeShareIncrease(ctx, input)),
  addMetric: someExperiment
    .input(AddMetricInput)
    .output(Experiment)
    .mutation(({ ctx, input }) => addMetric(ctx, input)),
  stop: someExperiment
    .input(StopExperimentInput)
    .output(Experiment)
    .mutation(({ ctx, input }) => stopExperiment(ctx, input)),
  decide: someExperiment
    .input(DecideExperimentInput)
    .output(DecidedExperiment)
    .mutation(({ ctx, input }) => decideExperiment(ctx, input)),
  again: someExperiment
    .input(StartExperimentInput)
    .output(Change)
    .mutation(({ ctx, input }) => proposeExperiment(ctx, 'again', input)),
  archive: someExperiment
    .input(ExperimentReference)
    .output(Experiment)
    .mutation(({ ctx, input }) => archiveExperiment(ctx, input)),
})

/** Bucketing lines that experiments reserve ranges of. */
export const layersRouter = t.router({
  list: projectProcedure('project.read')
    .input(InProject)
    .output(z.array(Layer))
    .query(({ ctx }) => listLayers(ctx)),
  create: someExperiment
    .input(CreateLayerInput)
    .output(Layer)
    .mutation(({ ctx, input }) => createLayer(ctx, input)),
  remove: someExperiment
    .input(LayerReference)
    .output(Layer)
    .mutation(({ ctx, input }) => removeLayer(ctx, input)),
})
