import { abilitiesOf } from "@parley/contract/abilities";
import { type KeyAbility, keyAbilities } from "@parley/contract/key-abilities";
import type { Key, MadeKey } from "@parley/contract/keys";
import { programLimits } from "@parley/contract/program-limits";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { departmentsQuery } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { CheckRow } from "../../../ui/CheckRow.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { LongField } from "../../../ui/LongField.tsx";
import { MultiSelect } from "../../../ui/MultiSelect.tsx";
import { Select } from "../../../ui/Select.tsx";
import { useProfile } from "../../session/viewer.ts";
import { useKeySettings } from "./key-settings.ts";

/** Without a key a new one is made; `ownOnly`: it acts as the agent. */
type Props = { item?: Key; ownOnly?: boolean; onMade: (made: MadeKey) => void; onClose: () => void };

export function EditKey({ item, ownOnly = false, onMade, onClose }: Props) {
  const { t } = useTranslation();
  const { create, update } = useKeySettings();
  const [name, setName] = useState(item?.name ?? "");
  const [own, setOwn] = useState(ownOnly);
  const [abilities, setAbilities] = useState<KeyAbility[]>(item?.abilities ?? ["readTickets"]);
  const [departments, setDepartments] = useState(item?.departmentids ?? []);
  const [networks, setNetworks] = useState(item?.networks.join("\n") ?? "");
  const [until, setUntil] = useState("");
  const held = abilitiesOf(useProfile().role);
  const asAgent = item ? item.agent !== null : own;
  // An ability that the key has beyond its agent stays shown, so that it can be removed.
  const offered = keyAbilities.filter((one) => !asAgent || held.has(one) || abilities.includes(one));
  function save(event: FormEvent) {
    event.preventDefault();
    const to = {
      ...{ name: name.trim(), abilities },
      departmentids: departments.length > 0 ? departments : null,
      networks: networks.split(/[\s,]+/).filter(Boolean),
      ...(until && { until }),
    };
    if (item) update.mutate({ keyid: item.keyid, ...to }, { onSuccess: onClose });
    else create.mutate({ ...to, own }, { onSuccess: onMade });
  }
  const empty = name.trim() === "" || abilities.length === 0;
  return (
    <Dialog open wide onClose={onClose} title={item ? item.name : t("integrations.new")}>
      <form onSubmit={save} className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        <Field
          label={t("integrations.name")}
          placeholder={t("integrations.namePlaceholder")}
          required
          maxLength={programLimits.keyName}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        {!item && !ownOnly && <ActsAs own={own} onChange={setOwn} />}
        <Abilities offered={offered} chosen={abilities} onChange={setAbilities} />
        <Departments chosen={departments} onChange={setDepartments} />
        <LongField
          label={t("integrations.networks")}
          hint={t("integrations.networksHint")}
          rows={2}
          value={networks}
          onChange={({ target }) => setNetworks(target.value)}
        />
        <Field
          label={t("integrations.until")}
          {...(!item && { hint: t("integrations.untilHint") })}
          type="date"
          value={until || (item ? item.expires_on.slice(0, 10) : "")}
          onChange={({ target }) => setUntil(target.value)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button look="primary" type="submit" disabled={empty || create.isPending || update.isPending}>
            {t(item ? "integrations.save" : "integrations.make")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function ActsAs({ own, onChange }: { own: boolean; onChange: (own: boolean) => void }) {
  const { t } = useTranslation();
  return (
    <div className="grid gap-1.5">
      <span aria-hidden="true" className="text-s font-semibold text-text-2">
        {t("integrations.acts")}
      </span>
      <Select
        label={t("integrations.acts")}
        value={own ? "own" : "company"}
        options={[
          { value: "company", label: t("integrations.company") },
          { value: "own", label: t("integrations.own") },
        ]}
        onChange={(value) => onChange(value === "own")}
      />
    </div>
  );
}

type Chosen<Value> = { chosen: Value[]; onChange: (chosen: Value[]) => void };

type Offered = Chosen<KeyAbility> & { offered: KeyAbility[] };

function Abilities({ offered, chosen, onChange }: Offered) {
  const { t } = useTranslation();
  return (
    <fieldset>
      <legend className="mb-0.5 text-s font-semibold text-text-2">{t("integrations.may")}</legend>
      {offered.map((ability) => (
        <CheckRow
          key={ability}
          label={t(`integrations.ability.${ability}`)}
          checked={chosen.includes(ability)}
          onChange={(checked) =>
            onChange(keyAbilities.filter((one) => (one === ability ? checked : chosen.includes(one))))
          }
        />
      ))}
    </fieldset>
  );
}

function Departments({ chosen, onChange }: Chosen<string>) {
  const { t } = useTranslation();
  const { data = [] } = useQuery(departmentsQuery);
  return (
    <div className="grid gap-1.5">
      <span aria-hidden="true" className="text-s font-semibold text-text-2">
        {t("integrations.departments")}
      </span>
      <MultiSelect
        label={t("integrations.departments")}
        placeholder={t("integrations.everyDepartment")}
        values={chosen}
        options={data.map((one) => ({ value: one.departmentid, label: one.department_name }))}
        onChange={onChange}
      />
    </div>
  );
}
