export * from "./shapes";
export { default as @{=measured}measured } from "./shapes";
export { @{circle}Circle as @{=round}Round } from "./shapes";
export * as @{=all}shapes from "./shapes";
export type { @{iface}Shape as @{=form}Form } from "./shapes";
