import csv, random, datetime as D
from pathlib import Path
R = random.Random(606); OUT = Path(__file__).parent / "data"; OUT.mkdir(exist_ok=True)
c, ri, u, g = R.choice, R.randint, R.uniform, R.gauss
def w(n, h, rows, sep=","):
    with open(OUT / n, "w", newline="", encoding="utf-8") as f:
        x = csv.writer(f, delimiter=sep); x.writerow(h); x.writerows(rows)
def day(a, b): a, b = D.date.fromisoformat(a), D.date.fromisoformat(b); return a + D.timedelta(days=ri(0, (b - a).days))
def de(d): return d.strftime("%d.%m.%Y") if d else ""
def miss(v, p): return "" if R.random() < p else v
def wc(items, ws): return R.choices(items, ws)[0]
LN = "Abbott Baker Chen Diaz Evans Fischer Garcia Hughes Ivanov Jensen Khan Lopez Meyer Novak Owens Patel Quinn Rossi Smith Turner Ueda Vargas Weber Young Zhang".split()
FN = "Anna Ben Carla David Elena Frank Grace Henry Iris Jack Karen Liam Mona Noah Olga Paul".split()
rows = []
for i in range(180):
    h = day("2009-01-05", "2025-06-30"); left = R.random() < .2
    t = h + D.timedelta(days=ri(100, 2500)) if left else ""
    if t and t > D.date(2025, 6, 30): t = D.date(2025, 6, ri(1, 30)) if h < D.date(2025, 6, 1) else ""
    rows.append([f"{100+i:05d}", c(LN), c(FN), wc(["Sales", "Engineering", "Finance", "HR", "Operations", "Marketing"], [5, 7, 2, 1, 5, 3]), c(["Analyst", "Manager", "Specialist", "Director", "Assistant"]), c(["Berlin", "Munich", "Vienna", "London"]), h, t, round(g(58000, 14000), -2), miss(ri(0, 90) * 100, .12), c([1, 1, 1, .8, .5]), c("FM"), ri(1961, 2002), c("YN")])
w("hr_employees.csv", "emp_id,last_name,first_name,dept,job_title,loc,hire_dt,term_dt,base_sal_eur,bonus_eur,fte,gender,birth_yr,remote_flg".split(","), rows)
rows = []
ppl = [(f"{4000+i*7:06d}", f"{LN[i]}, {c(FN)}", c(["Produktion", "Verwaltung", "Vertrieb", "Logistik"]), ri(2600, 6200)) for i in range(24)]
for m in range(1, 13):
    for p in ppl:
        ue = miss(max(0, round(g(9, 7), 1)), .08); b = round(p[3] + (float(ue or 0) * 24), 2); st = round(b * u(.14, .24), 2); sv = round(b * .2, 2)
        rows.append([p[0], p[1], p[2], f"01.{m:02d}.2024", c(["I", "I", "III", "IV", "V"]) if 0 else ["I", "III", "IV", "V"][int(p[0]) % 4], b, st, sv, round(b - st - sv, 2), ue, wc([0, 0, 0, 1, 2, 3, 5, 10], [9, 9, 9, 3, 3, 2, 1, 1]), wc(["nein", "ja"], [9, 1])])
w("lohnabrechnung_2024.csv", "PersNr;Name;Abt;Monat;StKl;Brutto_EUR;LSt_EUR;SV_EUR;Netto_EUR;Ueberstd;Krankheitstage;Korrektur".split(";"), [[str(x).replace(".", ",") if isinstance(x, float) else x for x in r] for r in rows], ";")
proj = []
for i in range(34):
    s = day("2023-02-01", "2025-03-01"); b = ri(8, 240) * 1000
    proj.append([f"P-{110+i}", c(["Website", "ERP", "Mobile App", "Data Lake", "Cloud", "CRM", "Intranet", "Security"]) + " " + c(["Relaunch", "Rollout", "Migration", "Audit", "Upgrade", "Pilot"]), c(["Nordbank", "Helio AG", "Kitos", "City of Graz", "Volta", "Intern"]), c(["S. Okafor", "M. Lind", "T. Brandt", "J. Pires"]), s, s + D.timedelta(days=ri(60, 500)), b, round(b * u(.2, 1.3), 0), wc(["active", "done", "on hold", "cancelled"], [5, 4, 2, 1]), miss(c(["low", "medium", "high"]), .1)])
w("projects.csv", "projCode,projName,client,pm,startDate,dueDate,budgetEUR,spentEUR,status,riskLvl".split(","), proj)
rows = []
for i in range(620):
    d = day("2024-09-02", "2025-03-28"); bl = wc([1, 0], [7, 3])
    rows.append([70001 + i, d, c(["Amira", "Jonas", "Kofi", "Lena", "Pedro", "Sana", "Will", "Yuki"]), c(proj[:26])[0], c(["dev", "design", "meeting", "testing", "support", "travel"]), c([.5, 1, 1.5, 2, 3, 4, 6, 7.5, 8]), bl, c([75, 90, 110, 130]) if bl else "", miss(d + D.timedelta(days=ri(1, 12)), .15), miss(c(["sprint", "bugfix", "call with client", "workshop", "bugfix login", "onsite"]), .5)])
rows.sort(key=lambda r: r[1])
w("timesheets.csv", "entryId,workDate,employee,projCode,task,hrs,billable,ratePerHr,approvedOn,note".split(","), rows)
rows = []
for i in range(410):
    d = day("2024-01-02", "2025-02-28"); h = round(R.expovariate(1 / 22) + .3, 1); op = R.random() < .12
    rows.append([f"INC{20100+i}", d, "" if op else d + D.timedelta(days=int(h // 24)), wc(["P1", "P2", "P3", "P4"], [1, 3, 6, 3]), c(["Network", "Hardware", "Software", "Access", "E-mail", "Printer"]), miss(c(["Dana", "Igor", "Mei", "Ravi", "Tess"]), .06), c(["Sales", "Finance", "Legal", "Plant", "HR"]), "" if op else h, "" if op else ("yes" if h < 40 else "no"), wc([0, 1], [9, 1]), "" if op else miss(ri(1, 5), .3)])
w("it_tickets.csv", ["Ticket No", "Opened", "Closed", "Prio", "Category", "Assigned To", "Req. Dept", "Res. Time (h)", "SLA met", "Reopened", "CSAT (1-5)"], rows)
rows = []
for i in range(95):
    v = c(["ja", "ja", "nein"]); k = c([2, 4, 8, 16, 32])
    rows.append([f"srv-{c(['db','web','app','file','mail'])}-{i+1:03d}", c(["Frankfurt", "Hamburg", "Zürich"]), c(["Debian 12", "Ubuntu 22.04", "Windows Server 2019", "Windows Server 2022", "RHEL 9"]), k, k * c([2, 4, 8]), c([.5, 1, 2, 4, 8]), miss(round(min(99, max(4, g(58, 22))), 1), .06), miss(de(day("2024-06-01", "2025-05-20")), .08), de(day("2016-03-01", "2025-02-01")), v, wc(["PROD", "TEST", "DEV"], [5, 3, 2]), miss(c(["Kraus", "Lehner", "Öztürk", "Pham"]), .1)])
w("server_inventar.csv", "Hostname;Standort;Betriebssystem;CPU_Kerne;RAM_GB;Disk_TB;Disk_belegt_pct;Letzter_Patch;Inbetriebnahme;Virtuell;Umgebung;Verantwortlich".split(";"), rows, ";")
rows = []
for i in range(430):
    q = ri(200, 1200); s = max(0, int(q * abs(g(.02, .02)))); 
    rows.append([f"L{240001+i}", c(["Line A", "Line B", "Line C"]), c(["early", "late", "night"]), day("2024-01-08", "2024-12-20"), c(["Bracket", "Housing", "Valve", "Gear", "Shaft"]), q, s, ri(0, 25), round(g(31, 6), 1), miss(max(0, int(g(24, 22))), .05), c(["Bauer", "Cruz", "Dunn", "Engel", "Farah", "Gomez"]), "FAIL" if s / q > .045 else wc(["PASS", "HOLD", ""], [18, 1, 1])])
w("production_qc.csv", "lot_no,line,shift,prod_dt,product,qty_made,qty_scrap,qty_rework,cycle_s,downtime_min,operator,insp_result".split(","), rows)
rows = []
for i in range(160):
    ek = round(u(.4, 90), 2); mi = ri(5, 120)
    rows.append([f"{300+i*3:07d}", c(["Schraube", "Mutter", "Dichtung", "Kabel", "Filter", "Lampe", "Griff", "Farbe"]) + " " + c(["M6", "M8", "klein", "groß", "rot", "blau", "Set", "XL"]), c(["Befestigung", "Elektro", "Sanitär", "Maler", "Beschläge"]), f"{c('ABCD')}-{ri(1,20):02d}-{ri(1,5)}", miss(max(0, int(g(140, 110))), .03), mi, ek, round(ek * u(1.2, 2.1), 2), c(["Würth", "Hansa Technik", "Kessler", "Brück & Sohn"]), miss(de(day("2023-01-10", "2024-12-30")), .1), wc(["", "X"], [9, 1])])
w("lagerbestand.csv", ["Art.-Nr.", "Bezeichnung", "Warengruppe", "Lagerplatz", "Bestand", "Mindestbest.", "EK-Preis", "VK-Preis", "Lieferant", "Letzte Inventur", "Gesperrt"], [[str(x).replace(".", ",") if isinstance(x, float) else x for x in r] for r in rows], ";")
rows = []
for i in range(460):
    d = day("2024-01-02", "2024-12-30"); st = wc(["zugestellt", "unterwegs", "Retoure", "verloren"], [40, 3, 4, 1]); kg = round(R.expovariate(1 / 6) + .2, 1); p = round(4 + kg * .7, 2); z = c([0, 0, 0, 1.5, 2.9])
    rows.append([f"00{340000+i*13}", d, d + D.timedelta(days=ri(1, 8)) if st == "zugestellt" else "", wc(["DE", "AT", "CH", "FR", "NL"], [10, 4, 3, 2, 1]), f"{ri(1000,99999):05d}", kg, c(["Standard", "Express", "Sperrgut"]), c(["DHL", "DPD", "GLS", "UPS"]), p, z, round(p + z, 2), st, wc([0, 1], [8, 2])])
w("sendungen.csv", "Sendungsnr,Aufgabedatum,Zustelldatum,Land,PLZ,Gewicht_kg,Dienst,Spediteur,Porto_EUR,Zuschlag_EUR,Gesamt_EUR,Status,Versichert".split(","), rows)
veh = [(f"V{i:02d}", f"KA-{c('ABCDE')}{c('XYZ')} {ri(100,999)}", c(["van", "truck", "car"]), c(["Karlsruhe", "Mannheim", "Ulm"])) for i in range(1, 19)]; rows = []
for i in range(380):
    v = c(veh); km = ri(12, 620); l = round(km * {"van": .095, "truck": .26, "car": .062}[v[2]] * u(.85, 1.2), 1)
    rows.append([v[0], v[1], v[2], v[3], c(["Ahmed", "Bianca", "Curt", "Dora", "Emil", "Fatma"]), day("2024-03-01", "2025-02-27"), km, miss(l, .04), round(l * u(1.55, 1.85), 2), wc([0, ri(40, 900)], [9, 1]), wc(["N", "Y"], [19, 1])])
w("fleet_log.csv", "veh_id,plate,veh_type,depot,driver,trip_dt,km,fuel_l,fuel_cost_eur,maint_cost_eur,accident_yn".split(","), rows)
st = [(f"DE0007{i:04d}", c(["Rathaus", "Schule Nord", "Schule Süd", "Hallenbad", "Bauhof", "Bücherei", "Kita Sonne"]), c(["Strom", "Strom", "Gas", "Fernwärme"]), de(day("2008-01-01", "2023-06-01")), miss(c(["Öko Fix", "Basis", "Gewerbe"]), .1), ri(180, 5200)) for i in range(1, 31)]
w("zaehler_stamm.csv", "Zaehlpunkt;Gebaeude;Energieart;Einbaudatum;Tarif;Flaeche_m2".split(";"), st, ";"); rows = []
for y in (2023, 2024):
    for m in range(1, 13):
        for s in st[:28]:
            k = miss(ri(200, 9000), .03); rows.append([s[0], f"01.{m:02d}.{y}", k, str(round(u(3, 90), 1)).replace(".", ","), str(round(float(k or 0) * u(.18, .34), 2)).replace(".", ",") if k else "", wc(["abgelesen", "geschätzt"], [8, 2])])
w("zaehlerstaende.csv", "Zaehlpunkt;Monat;Verbrauch_kWh;Spitze_kW;Kosten_EUR;Ableseart".split(";"), rows, ";")
rows = []
for i in range(520):
    l = c(["1", "3", "7", "N2", "X10"]); ca = wc(["nein", "ja"], [19, 1])
    rows.append([60001 + i, day("2024-09-01", "2024-12-31"), "Linie " + l, {"1": "Tram", "3": "Tram", "7": "Bus", "N2": "Nachtbus", "X10": "Bus"}[l], c(["Hbf", "Uni", "Messe", "Hafen"]), c(["Klinikum", "Flughafen", "Altstadt"]), "" if ca == "ja" else max(-2, int(R.expovariate(1 / 4)) - 1), "" if ca == "ja" else ri(2, 160), c([90, 120, 180]), ca, miss(c(["Albers", "Busch", "Conti", "Demir"]), .05)])
w("fahrten_oepnv.csv", "FahrtNr,Datum,Linie,Verkehrsmittel,Start_Hst,Ziel_Hst,Verspaetung_min,Fahrgaeste,Kapazitaet,Ausgefallen,Fahrer".split(","), rows)
rows = []
for i in range(480):
    cn = wc([0, 1], [24, 1]); dd = int(g(9, 22)); s = c([144, 180, 220])
    rows.append([day("2024-01-01", "2024-06-30"), c(["AA", "DL", "UA", "WN", "B6"]), f"{ri(12,2400):04d}", c(["JFK", "ATL", "ORD", "DEN", "SFO"]), c(["LAX", "BOS", "SEA", "MIA"]), "" if cn else dd, "" if cn else dd + int(g(-3, 10)), cn, ri(400, 2700), s, "" if cn else int(s * u(.45, 1)), miss(c(["Weather", "Carrier", "NAS"]), .5) if cn or dd > 15 else ""])
w("flights_h1.csv", "FL_DATE,CARRIER,FLT_NUM,ORIGIN,DEST,DEP_DELAY,ARR_DELAY,CANCELLED,DISTANCE_MI,SEATS,PAX,DELAY_REASON".split(","), rows)
rows = []
for i in range(64):
    a = ri(6, 420) * 1000; s = day("2023-03-01", "2024-08-01"); e = s + D.timedelta(days=ri(20, 160)); bi = s + D.timedelta(days=ri(-4, 30)); fp = wc([100, ri(5, 95)], [5, 4])
    rows.append([c(["Rohbau", "Elektro", "Sanitär", "Dach", "Fenster", "Estrich", "Maler", "Trockenbau"]), c(["Huber Bau", "Elektro Mair", "Aqua Profi", "Dach & Wand", "Fensterwerk", "Malerteam Ost"]), c(["Haus A", "Haus B", "Haus C", "Tiefgarage"]), a, round(a * fp / 100 * u(.8, 1.05)), miss(wc([0, ri(500, 30000)], [5, 4]), .05), s, bi, e, e + D.timedelta(days=ri(-10, 60)) if fp == 100 else "", fp, ri(0, 14), c(["ja", "nein"])])
w("bau_gewerke.csv", "Gewerk,Firma,Bauabschnitt,Auftrag_netto,Abgerechnet,Nachtraege,Beginn_Soll,Beginn_Ist,Ende_Soll,Ende_Ist,Fortschritt_pct,Maengel,Abgenommen".split(","), rows)
rows = []
for i in range(320):
    p = c(["Basic", "Smart", "Unlimited", "Family"]); f = {"Basic": 9.99, "Smart": 19.99, "Unlimited": 39.99, "Family": 54.99}[p]
    rows.append([f"C{50000+i*3}", p, c(["North", "South", "East", "West"]), day("2018-02-01", "2024-11-30"), f, round(abs(g(22, 15)), 1), ri(0, 900), ri(0, 120), round(max(f, f + wc([0, abs(g(6, 5))], [6, 4])), 2), wc(["No", "Yes"], [4, 1]), wc(list(range(8)), [9, 7, 5, 3, 2, 1, 1, 1]), c(["card", "direct debit", "invoice"]), miss(ri(18, 84), .07)])
w("telco_customers.csv", "custId,plan,region,contractStart,monthlyFee,dataGB,callMin,smsCnt,lastBill,churned,supportCalls,payMethod,age".split(","), rows)
rows = []
for i in range(360):
    d = day("2023-01-03", "2024-12-20"); q = ri(1, 400); up = round(u(.8, 260), 2); st = wc(["delivered", "open", "cancelled", "partial"], [14, 3, 1, 1]); n = round(q * up, 2)
    rows.append([4500000 + i, d, d + D.timedelta(days=ri(3, 45)) if st in ("delivered", "partial") else "", c(["Acme Metals", "Borealis", "Corvus Ltd", "Delta Pack", "Eurochem", "Fuji Parts"]), c(["raw material", "packaging", "office", "spare parts", "IT"]), q, up, n, round(n * 1.19, 2), c(["L. Marsh", "O. Petit", "V. Sand"]), st, c([14, 30, 60])])
w("purchase_orders.csv", "PO_NO,PO_DT,DELIV_DT,SUPPLIER,MATL_GRP,QTY,UNIT_PRC,TOT_NET,TOT_GROSS,BUYER,PO_STATUS,PAY_DAYS".split(","), rows)
