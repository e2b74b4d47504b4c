"""Seeded: writes all tables into data/. Everything invented."""
import random, csv, datetime as D
r = random.Random(77)
def w(name, head, rows):
    with open(f"data/{name}", "w", newline="", encoding="utf-8") as f: c = csv.writer(f); c.writerow(head); c.writerows(rows)
def day(a, n): return D.date.fromisoformat(a) + D.timedelta(days=r.randrange(n))
def m(v, p=.04): return "" if r.random() < p else v
def ch(s, wt=None): return r.choices(s.split("|"), wt)[0]
# hospital
rows = []
for i in range(640):
    a = day("2023-01-02", 720); los = max(0, int(r.gammavariate(2, 2.4))); c = round(r.gammavariate(2, 900) + los * 410, 2); ins = round(c * r.uniform(.4, .95), 2)
    rows.append([f"A{10001+i}", f"{r.randrange(1, 420):05d}", ch("F|M"), m(min(97, max(0, int(r.gauss(56, 21)))), .02), ch("Cardiology|Surgery|Maternity|Paediatrics|ICU|Orthopaedics", [5, 5, 3, 2, 2, 4]), a, m(a + D.timedelta(days=los), .03), m(ch("Pneumonia|Hip fracture|Heart failure|Appendicitis|Stroke|Delivery|Asthma|COPD")), r.randrange(1, 6), ch("emergency|planned|transfer", [6, 5, 1]), c, m(ins, .05), ch("Y|N", [1, 7])])
rows.sort(key=lambda x: x[5]); w("hosp_adm.csv", "adm_id,pt_no,sex,age_y,ward,adm_dt,dis_dt,dx,triage,adm_type,chrg_usd,ins_paid_usd,readm30".split(","), rows)
# lab (Japanese)
rows = []; ref = {"血糖": (98, 22), "総コレステロール": (200, 34), "ヘモグロビン": (14, 1.6), "クレアチニン": (.85, .25), "尿酸": (5.5, 1.3)}
for i in range(420):
    k = r.choice(list(ref)); mu, s = ref[k]; a = day("2024-01-08", 350); v = round(max(.2, r.gauss(mu, s)), 2)
    rows.append([f"K{i+1:04d}", a, m(a + D.timedelta(days=r.choice([0, 1, 1, 2, 3, 5])), .04), k, m(v), ch("はい|いいえ", [5, 1]), ch("田中|鈴木|佐藤|高橋"), ch("A-100|A-200|B-50"), ch("内科|外科|小児科|健診"), r.choice([800, 1100, 1200, 1500, 2400])])
rows.sort(key=lambda x: x[1]); w("検査結果.csv", "検体番号,採取日,報告日,検査項目,測定値,基準内,担当者,装置,診療科,料金_円".split(","), rows)
# trial
rows = []
for i in range(260):
    arm = ch("placebo|10mg|20mg"); b = round(r.gauss(152, 11)); d = {"placebo": 4, "10mg": 10, "20mg": 15}[arm]; e = day("2022-09-01", 300); drop = r.random() < .13
    rows.append([f"S-{i+1:03d}", ch("Leeds|Porto|Gdansk|Turin"), arm, ch("f|m"), r.randrange(31, 79), round(r.gauss(28, 4), 1), b, "" if drop else round(b - r.gauss(d, 8)), m(round(r.gauss(76, 9))), r.choice([0, 0, 0, 1, 1, 2, 3, 5]), int(drop), e, e + D.timedelta(days=r.randrange(10, 60) if drop else r.randrange(80, 95)), ch("1|0", [1, 3])])
w("trial_bp.csv", "subjId,site,arm,sex,age,bmi,sbp_base,sbp_wk12,hr_base,n_ae,dropout,enrolled,lastVisit,smoker".split(","), rows)
# pharmacy (German headers)
rows = []; pr = {"Ibuprofen 400": ("Schmerz", 4.95), "Paracetamol 500": ("Schmerz", 2.49), "ACC akut": ("Erkältung", 8.2), "Nasenspray": ("Erkältung", 3.95), "Sonnencreme LSF50": ("Kosmetik", 14.9), "Vitamin D3": ("Vitamine", 9.9), "Magnesium": ("Vitamine", 7.5), "Amoxicillin": ("Antibiotika", 16.4), "Pflaster": ("Verband", 3.2)}
for i in range(700):
    p = r.choice(list(pr)); q = r.choice([1, 1, 1, 2, 2, 3]); rab = m(round(r.choice([0, 0, 0, .5, 1, 2]), 2)); q = -q if r.random() < .02 else q
    rows.append([20001 + i // 2, day("2024-01-02", 420), f"{r.randrange(8, 19):02d}:{r.randrange(60):02d}", p, pr[p][0], q, pr[p][1], rab, round(q * pr[p][1] - float(rab or 0), 2), ch("ja|nein", [1, 3]), m(ch("bar|EC|Kreditkarte"), .03), ch("Marktplatz|Bahnhof|Klinikum")])
rows.sort(key=lambda x: x[1]); w("apo_verkauf.csv", "BonNr,Datum,Uhrzeit,Präparat,Warengruppe,Menge,Einzelpreis_EUR,Rabatt_EUR,Summe_EUR,Rezept,Zahlart,Filiale".split(","), rows)
# gym
rows = []; mem = {k: (ch("Basic|Plus|Premium"), day("2022-03-01", 700), ch("F|M|X", [5, 5, 1])) for k in range(101, 221)}
for i in range(800):
    k = r.choice(list(mem)); p, j, s = mem[k]; du = m(max(10, int(r.gauss(62, 20)))); v = day("2024-02-01", 240)
    rows.append([f"M{k:04d}", p, s, j, v, f"{r.choice([6,7,7,8,9,12,16,17,17,18,18,19,20]):02d}:{r.randrange(60):02d}", du, m(int((du or 60) * r.uniform(5, 11)), .08), ch("Riverside|Old Mill|North Park"), m(ch("Yoga|Spin|HIIT|Pilates"), .55), r.randrange(2), m(r.randrange(1, 6), .3)])
rows.sort(key=lambda x: x[4]); w("gymVisits.csv", "memberId,plan,gender,joinDate,visitDate,checkIn,durMin,kcal,club,classType,usedSauna,rating".split(","), rows)
# league + clubs
cl = "Ashford|Belmont|Carrow|Dunmore|Eastleigh|Fenwick|Garston|Holt|Ipsley|Kelby|Larkhill|Marley".split("|"); rows = []
st = {c: r.uniform(.7, 1.9) for c in cl}; pairs = [(h, a) for h in cl for a in cl if h != a]; r.shuffle(pairs)
for i, (h, a) in enumerate(pairs):
    d = D.date(2023, 8, 12) + D.timedelta(days=7 * (i // 6 * 40 // 22) + r.randrange(2))
    rows.append([i // 6 + 1, d, h, a, min(7, int(r.gammavariate(st[h] * 2.2, .55))), min(6, int(r.gammavariate(st[a] * 1.7, .55))), m(int(r.gauss(9000, 3200) * st[h] / 1.3), .03), ch("Webb|Oduya|Castellano|Pryce"), r.randrange(6), r.randrange(7), ch("0|1", [9, 1]), ch("Y|N", [1, 3])])
rows.sort(key=lambda x: x[1]); w("league_2324.csv", "md,date,home,away,hg,ag,att,ref,yc_h,yc_a,red,tv".split(","), rows)
w("clubs.csv", "club,town,founded,capacity,stadium,budget_m".split(","), [[c, c + ch(" Bay| City| Town"), r.randrange(1880, 1990), r.randrange(60, 260) * 100, ch("The |Old |New ") + c[:4] + ch(" Park| Lane| Road"), m(round(r.uniform(3, 48), 1), .1)] for c in cl])
# athletics (Japanese)
rows = []; ev = {"100m": (11.3, .5), "200m": (22.9, .9), "400m": (51.5, 2.1), "1500m": (248, 11)}; at = [(f"{a} {b}", ch("東大学|西高校|南クラブ|北実業団"), ch("男|女")) for a in "山田|中村|小林|加藤|吉田|渡辺".split("|") for b in "翔|健|美咲|葵".split("|")]
for i in range(330):
    n, t, s = r.choice(at); e = r.choice(list(ev)); mu, sd = ev[e]
    rows.append([n, t, s, e, day("2024-04-01", 210), m(round(abs(r.gauss(mu * (1.1 if s == "女" else 1), sd)), 2), .05), m(round(r.gauss(.3, 1.2), 1), .1) if e in ("100m", "200m") else "", r.randrange(1, 9), r.choice([0, 0, 0, 1]), ch("県大会|記録会|インカレ"), ch("予選|決勝", [2, 1])])
rows.sort(key=lambda x: x[4]); w("陸上記録.csv", "選手名,所属,性別,種目,日付,記録_秒,風速,順位,自己新,大会,ラウンド".split(","), rows)
# grades
rows = []
fn = "Ava|Ben|Cleo|Dan|Ella|Finn|Grace|Hugo|Iris|Jack|Kira|Leo|Mia|Noah|Olga|Paul|Rosa|Sam|Tess|Umar".split("|"); ln = "Bell|Cole|Dean|Frost|Gill|Hall".split("|")
for i, (f, l) in enumerate(r.sample([(f, l) for f in fn for l in ln], 88)):
    b = r.gauss(64, 13); g = [m(max(8, min(100, int(r.gauss(b, 9)))), .03) for _ in range(5)]
    rows.append([f"{i+1:03d}", f"{f} {l}", ch("9A|9B|9C"), ch("girl|boy"), *g, sum(x for x in g if x != ""), r.choice([0, 0, 1, 2, 2, 3, 4, 7, 12]), m(ch("bus|walk|bike|car"), .05), ch("Y|N", [1, 4])])
w("grades_yr9.csv", "no,pupil,class,sex,math,engl,sci,hist,art,total_pts,abs_days,travel,free_meal".split(","), rows)
# library
bk = []
for i in range(90):
    bk.append([f"B{i+1:03d}", ch("The|A|My|Our|Lost") + " " + ch("Winter|River|Silent|Paper|Glass|Blue|Distant") + " " + ch("House|Garden|Road|Letters|Sea|Kingdom") + f" {i+1}", ch("Marsh, J.|Okafor, N.|Lind, P.|Reyes, C.|Sato, Y.|Wolfe, T."), ch("Fiction|Crime|Children|History|Science|Travel"), m(r.randrange(1958, 2024)), r.randrange(72, 720), round(r.uniform(5, 39), 2), ch("EN|FR|ES", [6, 1, 1])])
w("lib_books.csv", "book_id,title,author,genre,pub_year,pages,price_gbp,lang".split(","), bk)
rows = []
for i in range(760):
    o = day("2023-06-01", 520); du = o + D.timedelta(days=21); b = o + D.timedelta(days=max(1, int(r.gauss(17, 9)))); late = (b - du).days
    rows.append([50001 + i, f"{r.randrange(1, 180):04d}", ch("adult|child|senior|student", [5, 3, 2, 2]), r.choice(bk)[0], o, du, m(b, .07), round(max(0, late) * .2, 2), ch("Central|Eastgate|Mobile van"), m(r.randrange(0, 3), .02)])
rows.sort(key=lambda x: x[4]); w("lib_loans.csv", "loan_no,card_no,borrower_type,book_id,out_date,due_date,back_date,fine_gbp,branch,renewals".split(","), rows)
# films
rows = []
for i in range(240):
    d = day("2005-01-07", 6900); bud = round(r.gammavariate(1.4, 35), 1); dm = round(bud * r.gammavariate(1.6, .7), 1); wo = round(dm * r.uniform(1.2, 3.4), 1)
    rows.append([ch("Midnight|Iron|Crimson|Last|Hidden|Golden|Broken|Electric") + " " + ch("Harbor|Tiger|Summer|Code|Empire|Heart|Station|Promise") + (f" {r.randrange(2, 5)}" if r.random() < .2 else ""), d, d.year, ch("Drama|Comedy|Action|Horror|Animation|Documentary"), ch("USA|UK|France|Japan|India", [6, 2, 2, 1, 1]), ch("Nora Vance|Luis Ortega|Kenji Mori|Amelie Roux|Tom Hale|Priya Nair|Ed Stone"), r.randrange(78, 181), m(bud, .1), m(dm, .03), m(wo, .05), m(round(min(9.4, max(2.1, r.gauss(6.5, 1.1))), 1), .02), m(r.randrange(9, 100), .06), ch("PG|PG-13|R|G"), r.choice([0, 0, 0, 0, 1, 1, 2, 4])])
w("films.csv", "title,releaseDate,year,genre,country,director,runtime_min,budget_musd,gross_dom_musd,gross_ww_musd,imdb,rt_pct,rated,oscars".split(","), rows)
# museum (French)
rows = []; d = D.date(2023, 1, 3)
while d < D.date(2024, 9, 30):
    if d.weekday() and r.random() < .85:
        a = max(20, int(r.gauss(260, 80) * (1.5 if d.weekday() > 4 else 1))); e = int(a * r.uniform(.1, .5)); g = d.day <= 7 and d.weekday() == 6
        rows.append([d.strftime("%d/%m/%Y"), ch("Impressionnistes|Égypte|Photographie|Design") , a, e, a + e, 0 if g else round(a * 12 + e * 5, 2), m(round(r.gammavariate(3, 400), 2)), ch("soleil|pluie|nuageux|neige", [5, 4, 4, 1]), "oui" if g else "non", m(r.randrange(1, 9), .1)])
    d += D.timedelta(days=1)
w("musee_freq.csv", "date,expo,adultes,enfants,total_visiteurs,recette_billets_eur,recette_boutique_eur,meteo,gratuit,nb_guides".split(","), rows)
# survey
rows = []
for i in range(380):
    s = [m(r.choices([1, 2, 3, 4, 5], [1, 2, 4, 6, 4])[0], .06) for _ in range(4)]
    rows.append([f"R{i+1:04d}", day("2024-03-01", 75), ch("18-24|25-34|35-49|50-64|65+"), m(ch("female|male|other", [9, 9, 1]), .03), ch("Bristol|Cardiff|York|Exeter"), ch("web|phone|paper", [6, 3, 1]), *s, m(r.randrange(0, 11)), ch("yes|no", [3, 2]), m(round(r.gauss(31, 12), 1), .12), m(ch("too slow|friendly staff|great value|parking is bad|website broken|love it"), .5)])
w("cust_survey.csv", "resp_id,submitted,age_grp,gender,city,mode,q1_service,q2_price,q3_speed,q4_clean,nps,wouldReturn,hh_income_k,comment".split(","), rows)
# finches
rows = []
sp = {"fortis": (10.8, 9.4, 68, 16), "scandens": (14.2, 9.1, 72, 21), "magnirostris": (15.9, 15.1, 83, 33)}
for i in range(310):
    s = ch("fortis|scandens|magnirostris", [5, 4, 2]); a, b, c, g = sp[s]
    rows.append([f"GF{i+1:04d}", s, ch("Isla Norte|Isla Sur|Roca Alta"), m(ch("female|male"), .06), m(ch("juvenile|adult", [1, 3]), .02), m(round(r.gauss(a, .9), 1), .03), m(round(r.gauss(b, .7), 1), .03), m(round(r.gauss(c, 3)), .02), m(round(r.gauss(g, 2.4), 1), .03), day("2019-01-10", 1400), ch("LM|RK|TD"), ch("Y|N", [1, 3])])
w("finch_field.csv", "ring,species,isla,sex,age_cl,beak_len_mm,beak_dep_mm,wing_mm,mass_g,captured,obs,recap".split(","), rows)
# farm (Japanese)
rows = []
pk = {"トマト": 420, "きゅうり": 310, "なす": 350, "じゃがいも": 180, "いちご": 1400}
for i in range(360):
    k = r.choice(list(pk)); kg = round(r.gammavariate(3, 14), 1); u = int(pk[k] * r.uniform(.8, 1.25)); a = day("2023-04-03", 600)
    rows.append([a, m(a + D.timedelta(days=r.choice([0, 1, 1, 2, 4])), .05), ch("第1畑|第2畑|温室"), k, kg, m(round(kg * r.uniform(0, .15), 1), .06), u, round(kg * u), m(ch("伊藤|木村|林")), ch("晴れ|曇り|雨"), ch("JA|直売所|スーパー"), ch("○|×", [1, 3])])
rows.sort(key=lambda x: x[0]); w("収穫台帳.csv", "収穫日,出荷日,畑,作物,収量_kg,廃棄_kg,単価_円,売上_円,作業者,天気,出荷先,有機".split(","), rows)
# quakes
rows = []
for i in range(620):
    d = D.datetime(2024, 1, 1) + D.timedelta(minutes=r.randrange(366 * 1440)); mg = round(2 + r.expovariate(1.15), 1)
    rows.append([f"us{r.randrange(10**6):06d}", d.strftime("%Y-%m-%d %H:%M"), round(r.uniform(-58, 62), 3), round(r.uniform(-178, 179), 3), m(round(r.gammavariate(1.3, 30), 1), .02), min(mg, 7.9), ch("mb|ml|mww"), ch("Japan|Chile|Indonesia|Alaska|Türkiye|New Zealand|Papua New Guinea"), m(r.choice([0, 1, 3, 12, 40, 210]), .4), int(mg > 5.5 and r.random() < .4), ch("reviewed|automatic", [5, 1])])
rows.sort(key=lambda x: x[1]); w("quakes2024.csv", "id,time_utc,lat,lon,depthKm,mag,magType,region,felt,tsunami,status".split(","), rows)
# countries (invented figures, invented countries)
rows = []
for i, n in enumerate("Aldovia|Borania|Caldoria|Drevia|Elbonia|Farland|Grenovia|Hestia|Istan|Jorvia|Kaldor|Lumeria|Morania|Norland|Ostania|Pelagia|Quorria|Ruritania|Sylvania|Tarsia|Ustania|Veldt|Westmark|Xanthia|Yarrow|Zubrowka|Arendia|Brisland|Corvania|Dunland|Esteria|Florin|Guilder|Highmark|Illyria|Janduz|Kyrat|Latveria|Markovia|Norvane".split("|")):
    p = round(r.gammavariate(.9, 28) + .2, 1)
    rows.append([n, n[:3].upper(), ch("Europe|Asia|Africa|Americas"), p, m(round(p * r.uniform(.78, 1.05), 1), .05), m(round(p * r.gammavariate(1.5, 12), 1), .05), r.randrange(2, 1900) * 1000, m(round(r.gauss(72, 6), 1), .05), m(r.randrange(14, 99), .08), ch("yes|no", [1, 4]), m(r.randrange(1804, 1993), .1), m(round(r.uniform(.3, 15), 1), .05)])
w("countries.csv", "country,iso3,continent,pop_m,pop2010_m,gdp_bn_usd,area_km2,lifeExp,internet_pct,landlocked,indep_yr,co2_t_pc".split(","), rows)
