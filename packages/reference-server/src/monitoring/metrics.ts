import type { FastifyRequest } from 'fastify';
import type { Load, OnWait } from '../database/load.js';

/** Metrics for Prometheus. */
export interface Metrics {
  /** Receives every answer. @param status 0 means that no complete response was sent */
  answered(request: FastifyRequest, status: number, milliseconds: number): void;
  /** Receives how long operations wait for the database. */
  onWait: OnWait;
  /** Asks how busy the database is whenever metrics are read. */
  watchDatabase(load: () => Load): void;
  /** In Prometheus's text format. */
  text(): Promise<string>;
  contentType: string;
}

/** Loads prom-client, only on servers with `--metrics`. */
export async function loadMetrics(): Promise<Metrics> {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client');
  const register = new Registry();
  // Memory, CPU, garbage collection, and how long the event loop was blocked.
  collectDefaultMetrics({ register });
  const registers = [register];
  const requests = new Counter({
    name: 'testpoint_requests_total',
    help: 'Requests by operation and status; 0 means no complete response',
    labelNames: ['operation', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'testpoint_request_duration_seconds',
    help: 'Time from the head of a request to the end of the response',
    labelNames: ['operation'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const results = new Counter({ name: 'testpoint_results_total', help: 'Accepted results', registers });
  const waits = new Histogram({
    name: 'testpoint_database_wait_seconds',
    help: 'How long operations waited for a connection, for other changes to the same run, or for the thread of SQLite',
    labelNames: ['for'],
    buckets: [0.0001, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  return {
    answered(request, status, milliseconds) {
      const operation = request.routeOptions.config.operation ?? 'other';
      requests.inc({ operation, status });
      durations.observe({ operation }, milliseconds / 1000);
      if (status === 200) results.inc(resultsIn(request));
    },
    onWait: (seconds, waitsFor) => waits.observe({ for: waitsFor }, seconds),
    watchDatabase(load) {
      gauge('testpoint_database_waiting', 'Operations waiting for the database', () => load().waiting);
      if (load().connections === undefined) return;
      const connections = () => load().connections ?? { inUse: 0, idle: 0 };
      gauge('testpoint_database_connections_in_use', 'Connections in use', () => connections().inUse);
      gauge('testpoint_database_connections_idle', 'Open connections that are idle', () => connections().idle);
    },
    text: () => register.metrics(),
    contentType: register.contentType,
  };
}

function resultsIn({ body, routeOptions }: FastifyRequest): number {
  if (!RESULTS.has(routeOptions.config.operation ?? '')) return 0;
  return Array.isArray(body) ? body.length : 1;
}

const RESULTS = new Set(['addResults', 'addLegacyResult', 'setAutoTestResult']);
