import protobuf from 'protobufjs'
import { isObject } from '../../base/json.ts'
import { Problem } from '../http/problem.ts'

/** The messages of a metrics request that are read; unknown fields are skipped. Field numbers as in the specification. */
const MESSAGES = `syntax = "proto3"; package otlp;
message Request { repeated ResourceMetrics resource_metrics = 1; }
message ResourceMetrics { Resource resource = 1; repeated ScopeMetrics scope_metrics = 2; }
message Resource { repeated KeyValue attributes = 1; }
message ScopeMetrics { Scope scope = 1; repeated Metric metrics = 2; }
message Scope { string name = 1; string version = 2; }
message Metric { string name = 1; string unit = 3; oneof data { Gauge gauge = 5; Sum sum = 7; Histogram histogram = 9; } }
message Gauge { repeated NumberPoint data_points = 1; }
message Sum { repeated NumberPoint data_points = 1; int32 aggregation_temporality = 2; bool is_monotonic = 3; }
message Histogram { repeated HistogramPoint data_points = 1; int32 aggregation_temporality = 2; }
message NumberPoint { fixed64 start_time_unix_nano = 2; fixed64 time_unix_nano = 3; oneof value { double as_double = 4; sfixed64 as_int = 6; } repeated KeyValue attributes = 7; }
message HistogramPoint { fixed64 start_time_unix_nano = 2; fixed64 time_unix_nano = 3; fixed64 count = 4; double sum = 5; repeated KeyValue attributes = 9; }
message KeyValue { string key = 1; AnyValue value = 2; }
message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; } }`

const Request = protobuf.parse(MESSAGES).root.lookupType('otlp.Request')

/** The body of a metrics request as the JSON encoding writes it: 64-bit integers are texts. */
export type OtlpRequest = Record<string, unknown>

/** @throws Problem 400 unless the body has one of the two encodings. */
export const decodeOtlp = (body: Uint8Array, isJson: boolean): OtlpRequest => {
  try {
    if (!isJson) return Request.toObject(Request.decode(body), { longs: String })
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    if (isObject(value)) return value
  } catch {
    // Answered below.
  }
  throw new Problem(400, `The body is not a metrics request in ${isJson ? 'JSON' : 'protobuf'}.`)
}
