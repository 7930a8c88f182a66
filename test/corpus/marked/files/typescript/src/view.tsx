import { @{circle}Circle } from "./shapes";
import @{=dflt}fromUses, { @{latest}latest, @{child}Child } from "./uses";

declare global {
  namespace JSX {
    interface IntrinsicElements {
      @{=box}box: { @{=width}width?: number };
    }
    interface Element {}
  }
}
interface @{=props}Props {
  @{=title}title: string;
  @{=onclose}onClose?: () => void;
}
export function @{=dialog}Dialog({ @{=dtitle}title, @{=doc}onClose }: @{props}Props) {
  @{doc}onClose?.();
  return <@{box}box @{width}width={1}>{@{dtitle}title}</@{box}box>;
}
export const @{=page}page = (
  <>
    <@{dialog}Dialog @{title}title="x" @{onclose}onClose={() => @{latest}latest} />
    <@{dialog}Dialog {...{ title: "y" }}></@{dialog}Dialog>
  </>
);
console.log(@{circle}Circle, @{dflt}fromUses(), new @{child}Child("a").@{area4}area());
